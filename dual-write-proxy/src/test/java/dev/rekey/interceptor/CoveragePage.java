package dev.rekey.interceptor;

import dev.rekey.core.state.Phase;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What became of every form in every phase, as a page. */
final class CoveragePage {
  private static final String HEAD =
      """
      # Statement coverage

      <!-- Written by StatementCoverageIT from what it saw on a real server; a test fails where this page differs. -->

      What the interceptor does with a statement on a table that is being re-keyed, by form and phase.
      Each form was executed in each phase; where it was not refused, every cell (value, write time,
      time to live) was compared between source and target, and with a table on which a session
      without Rekey did the same; the rows of reads were compared with that session's.

      - **source**: sent to the source alone, as the application wrote it.
      - **both**: written to both tables with one timestamp; each cell is the same in both.
      - **copied**: executed once, on the table that is read; the rows it changed are then copied to
        the other one, every cell with its own write time. A list is copied as a whole and is a little
        younger there.
      - **waits**: the table that decides is being changed; it waits for that, at most as long as a
        lease, and then gets a `TransactionHeldException`, without having been sent.
      - **target**: rewritten for the target alone; a read gives the rows the source would give, in
        its order and under its names.
      - **refused**: `StatementRefusedException`, before anything is sent; the reasons are below.

      The mapping is one partition per day: `PRIMARY KEY (sensor, ts)` becomes `PRIMARY KEY ((sensor, day), ts)`
      with `day = date(ts)` and the clustering order turned around. `…` stands for the full key of one row,
      `[3 days]` for a closed range over three target partitions.
      """;

  private final Map<Form, Map<Phase, String>> results = new LinkedHashMap<>();
  private final SortedSet<String> refusals = new TreeSet<>();

  void add(Form form, Phase phase, String result) {
    results.computeIfAbsent(form, f -> new LinkedHashMap<>()).put(phase, result);
  }

  void addRefusal(StatementRefusedException refusal) {
    String message = refusal.getMessage();
    refusals.add(
        "`%s`: %s".formatted(refusal.code(), message.substring(message.indexOf(": ") + 2)));
  }

  String render() {
    StringBuilder page = new StringBuilder(HEAD);
    results.keySet().stream()
        .map(Form::group)
        .distinct()
        .forEach(group -> page.append(group(group)));
    page.append("\n## Why statements are refused\n\n");
    refusals.forEach(refusal -> page.append("- ").append(refusal).append('\n'));
    page.append(
        """

        A read that is refused when the target is read is answered by the source in the phases before.
        `rekey plan` refuses what the text of a declared statement decides, and warns of what depends on
        the values (an average of several target partitions), so that it is met before the switch.
        """);
    return page.toString();
  }

  private String group(String group) {
    StringBuilder table = new StringBuilder("\n## " + group + "\n\n| form | statement |");
    for (Phase phase : Phase.values()) {
      table.append(' ').append(phase).append(" |");
    }
    table.append("\n|---|---|").append("---|".repeat(Phase.values().length)).append('\n');
    results.forEach(
        (form, byPhase) -> {
          if (form.group().equals(group)) {
            String cells =
                byPhase.values().stream().collect(Collectors.joining(" | ", " | ", " |\n"));
            table.append("| ").append(form.name()).append(" | `").append(shown(form));
            table.append('`').append(cells);
          }
        });
    return table.toString();
  }

  private static String shown(Form form) {
    return form.cql()
        .replace("{t}", "t")
        .replace("{k}", "a")
        .replace(WriteForms.FULL_KEY.replace("{k}", "a"), " WHERE …")
        .replace(ReadForms.RANGE.replace("{k}", "a"), " WHERE [3 days]")
        .replaceAll("\\s+", " ")
        .replace("|", "\\|");
  }
}
