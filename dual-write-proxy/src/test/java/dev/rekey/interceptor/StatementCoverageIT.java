package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.rekey.core.state.Leg;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Every form of statement in every phase: what becomes of it, and whether both tables then hold the
 * same cells as a table that Rekey has nothing to do with. The page is what was seen.
 */
@CassandraTest
final class StatementCoverageIT {
  private static final Path PAGE = Path.of("..", "docs", "statement-coverage.md");
  private static final String REGENERATE =
      "mvn -q -pl dual-write-proxy -am verify -Dit.test=StatementCoverageIT -Dtest=None"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false"
          + " -Drekey.docs.write=true";

  private final CqlSession plain;
  private final String keyspace;
  private final CoveredTable table;
  private final List<Form> writes = WriteForms.all();
  private final List<Form> reads = ReadForms.all();
  private final CoveragePage page = new CoveragePage();
  private final List<String> wrong = new ArrayList<>();

  StatementCoverageIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    this.plain = plain;
    this.keyspace = keyspace.name();
    this.table = CoveredTable.create(plain, cluster, keyspace.name());
  }

  @AfterEach
  void waitLong() {
    Hold.longest = Duration.ofDays(1);
  }

  @Test
  void thePageSaysWhatBecomesOfEveryForm() throws Exception {
    Hold.longest = Duration.ofMillis(100);
    try (CqlSession app = table.rekeying().application()) {
      for (Phase phase : Phase.values()) {
        table.rekeying().publish(phase);
        writes(app, phase);
        reads(app, phase);
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(table.rekeying().journalled()).isZero();
    if (Boolean.getBoolean("rekey.docs.write")) {
      Files.writeString(PAGE, page.render());
    }
    assertThat(Files.readString(PAGE))
        .as("docs/statement-coverage.md differs from what was seen; run: %s", REGENERATE)
        .isEqualTo(page.render());
  }

  private void writes(CqlSession app, Phase phase) {
    Map<Form, String> refused = new HashMap<>();
    for (Form form : writes) {
      try {
        form.run(onSource(app, phase, writes.indexOf(form)));
        form.run(onReference(phase, writes.indexOf(form)));
      } catch (StatementRefusedException e) {
        page.addRefusal(e);
        refused.put(form, "refused `" + e.code() + "`");
      } catch (TransactionHeldException e) {
        refused.put(form, "waits");
      } catch (Exception e) {
        wrong.add("%s in %s: %s".formatted(form, phase, e));
      }
    }
    Map<String, Map<String, List<String>>> source = byPartition(table.rekeying().source());
    Map<String, Map<String, List<String>>> target = byPartition(table.rekeying().target());
    Map<String, Map<String, List<String>>> reference = byPartition(table.reference());
    for (Form form : writes) {
      String key = hex(key("w", phase, writes.indexOf(form)));
      Found found =
          new Found(
              source.getOrDefault(key, Map.of()),
              target.getOrDefault(key, Map.of()),
              reference.getOrDefault(key, Map.of()));
      page.add(form, phase, refused.getOrDefault(form, compared(form, phase, found)));
      check(form, phase, found, refused.containsKey(form));
    }
  }

  /** The rows of one form in the three tables. */
  private record Found(
      Map<String, List<String>> source,
      Map<String, List<String>> target,
      Map<String, List<String>> reference) {}

  private static String compared(Form form, Phase phase, Found found) {
    return switch (phase) {
      case SOURCE -> "source";
      case TARGET -> "target";
      default -> form.isCopied() ? "copied" : "both";
    };
  }

  private void check(Form form, Phase phase, Found found, boolean refused) {
    boolean once = phase == Phase.SOURCE || phase == Phase.TARGET;
    Map<String, List<String>> lead = phase.lead() == Leg.SOURCE ? found.source() : found.target();
    Map<String, List<String>> follow = phase.lead() == Leg.SOURCE ? found.target() : found.source();
    if (!follow.equals(once ? Map.of() : lead)) {
      wrong.add("%s in %s: lead %s, follow %s".formatted(form, phase, lead, follow));
    }
    boolean comparable = !form.cql().contains("now()");
    if (!refused
        && comparable
        && !withoutOwnTimes(lead).equals(withoutOwnTimes(found.reference()))) {
      wrong.add(
          "%s in %s: with Rekey %s, without %s".formatted(form, phase, lead, found.reference()));
    }
    if (!refused && !comparable && lead.isEmpty()) {
      wrong.add("%s in %s: nothing was written".formatted(form, phase));
    }
  }

  private void reads(CqlSession app, Phase phase) {
    for (Form form : reads) {
      MigrationStatistics before = statistics(app);
      try {
        List<Row> rows = form.run(onSource(app, phase, reads.indexOf(form) + 1_000));
        List<Row> expected = form.run(onReference(phase, reads.indexOf(form) + 1_000));
        if (!cells(rows).equals(cells(expected))) {
          wrong.add(
              "%s in %s: rows %s, without Rekey %s"
                  .formatted(form, phase, cells(rows), cells(expected)));
        }
        page.add(form, phase, readFrom(before, statistics(app)));
      } catch (StatementRefusedException e) {
        page.addRefusal(e);
        page.add(form, phase, "refused `" + e.code() + "`");
      } catch (Exception e) {
        wrong.add("%s in %s: %s".formatted(form, phase, e));
      }
    }
  }

  private static String readFrom(MigrationStatistics before, MigrationStatistics after) {
    boolean source = after.sourceReads() > before.sourceReads();
    boolean target = after.targetReads() > before.targetReads();
    return source == target ? "?" : source ? "source" : "target";
  }

  private MigrationStatistics statistics(CqlSession app) {
    return RekeySession.statistics(app).get(table.rekeying().mapping.migration());
  }

  private Form.Place onSource(CqlSession app, Phase phase, int number) {
    return new Form.Place(app, keyspace, table.rekeying().source(), key("w", phase, number));
  }

  private Form.Place onReference(Phase phase, int number) {
    return new Form.Place(plain, keyspace, table.reference(), key("w", phase, number));
  }

  private static String key(String prefix, Phase phase, int number) {
    return prefix + number + "-" + phase;
  }

  private static String hex(String key) {
    return HexFormat.of().formatHex(key.getBytes(StandardCharsets.UTF_8));
  }

  private Map<String, Map<String, List<String>>> byPartition(String name) {
    Map<String, Map<String, List<String>>> partitions = new HashMap<>();
    Cells.read(plain, name, table.rekeying().mapping)
        .forEach(
            (key, cells) ->
                partitions
                    .computeIfAbsent(key.substring(0, key.indexOf(':')), k -> new TreeMap<>())
                    .put(key, cells.stream().map(StatementCoverageIT::hours).toList()));
    return partitions;
  }

  /** The tables are read one after the other, and a minute may begin in between. */
  private static String hours(String cell) {
    return cell.endsWith(" min")
        ? (Long.parseLong(cell.substring(0, cell.length() - 4)) + 30) / 60 + " h"
        : cell;
  }

  /** Write times that nobody asked for differ between two sessions; those of the forms do not. */
  private static Map<String, List<String>> withoutOwnTimes(Map<String, List<String>> rows) {
    Map<String, List<String>> without = new TreeMap<>();
    rows.forEach(
        (key, cells) -> {
          List<String> some = new ArrayList<>(cells);
          for (int i = 1; i < some.size(); i += 3) {
            boolean asked =
                List.of(hex(1_900_000_000_000_000L), hex(1_800_000_000_000_000L))
                    .contains(some.get(i));
            if (!asked && !some.get(i).equals("null")) {
              some.set(i, "own");
            }
          }
          without.put(key, some);
        });
    return without;
  }

  private static String hex(long number) {
    return HexFormat.of().toHexDigits(number);
  }

  private static List<String> cells(List<Row> rows) {
    List<String> cells = new ArrayList<>();
    rows.forEach(row -> cells.add(row.getFormattedContents()));
    return cells;
  }
}
