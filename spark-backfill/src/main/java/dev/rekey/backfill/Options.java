package dev.rekey.backfill;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;

/**
 * The command line. Credentials come from the environment only ({@code REKEY_USERNAME}, {@code
 * REKEY_PASSWORD}).
 */
record Options(
    Command command,
    List<String> contactPoints,
    String localDc,
    String migration,
    Optional<UUID> run,
    long fencingToken,
    String master,
    CopySettings settings,
    OptionalInt ranges,
    VerifySettings verify,
    Optional<String> username,
    Optional<String> password) {

  enum Command {
    COPY,
    VERIFY
  }

  /** Every mistake on the command line at once. */
  static final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }

  private static final Set<String> VALUED =
      Set.of(
          "--contact-point",
          "--local-dc",
          "--migration",
          "--run",
          "--fencing-token",
          "--master",
          "--consistency",
          "--page-size",
          "--ranges",
          "--buckets",
          "--max-lag-millis",
          "--evidence-hours",
          "--ttl-tolerance-seconds",
          "--drill-rows");
  private static final Set<String> FLAGS =
      Set.of("--exit-with-parent", "--allow-empty", "--repair");
  static final String USAGE =
      "Usage: copy|verify --contact-point HOST:PORT... --local-dc DC --migration NAME"
          + " --fencing-token N [--run UUID] [--master local[*]] [--consistency LOCAL_QUORUM]"
          + " [--page-size 2000] [--ranges N] [--exit-with-parent]; verify: [--buckets 16384]"
          + " [--max-lag-millis N] [--evidence-hours 24] [--drill-rows 200000] [--ttl-tolerance-seconds 1] [--allow-empty]"
          + " [--repair]";

  /**
   * Reads the command line.
   *
   * @throws UsageException naming all mistakes
   */
  static Options parse(List<String> arguments, Map<String, String> environment) {
    return new Parser(arguments).options(environment);
  }

  private static final class Parser {
    private final List<String> mistakes = new ArrayList<>();
    private final Map<String, List<String>> values = new HashMap<>();
    private final List<String> words = new ArrayList<>();

    Parser(List<String> arguments) {
      for (int i = 0; i < arguments.size(); i++) {
        String argument = arguments.get(i);
        if (VALUED.contains(argument)) {
          if (i + 1 == arguments.size()) {
            mistakes.add(argument + " needs a value");
          } else {
            values.computeIfAbsent(argument, k -> new ArrayList<>()).add(arguments.get(++i));
          }
        } else if (FLAGS.contains(argument)) {
          values.put(argument, List.of("true"));
        } else if (argument.startsWith("--")) {
          mistakes.add("unknown option " + argument);
        } else {
          words.add(argument);
        }
      }
    }

    Options options(Map<String, String> environment) {
      Command command = command();
      Options options =
          new Options(
              command,
              values.getOrDefault("--contact-point", required("--contact-point")),
              text("--local-dc"),
              text("--migration"),
              optional("--run").flatMap(this::uuid),
              number("--fencing-token", text("--fencing-token"), 0),
              optional("--master").orElse("local[*]"),
              settings(),
              optional("--ranges").map(this::count).orElse(OptionalInt.empty()),
              verify(),
              Optional.ofNullable(environment.get("REKEY_USERNAME")),
              Optional.ofNullable(environment.get("REKEY_PASSWORD")));
      if (!mistakes.isEmpty()) {
        throw new UsageException(
            "Cannot read the command line: " + String.join("; ", mistakes) + ". " + USAGE);
      }
      return options;
    }

    private Command command() {
      if (words.size() == 1 && words.get(0).equals("copy")) {
        return Command.COPY;
      }
      if (words.size() != 1 || !words.get(0).equals("verify")) {
        mistakes.add("the command must be copy or verify, not '" + String.join(" ", words) + "'");
      }
      return Command.VERIFY;
    }

    private CopySettings settings() {
      CopySettings settings = CopySettings.DEFAULT;
      Optional<String> level = optional("--consistency");
      if (level.isPresent()) {
        settings = settings.withConsistency(level.get());
      }
      Optional<String> pageSize = optional("--page-size");
      if (pageSize.isPresent()) {
        settings = settings.withPageSize((int) number("--page-size", pageSize.get(), 1));
      }
      return settings;
    }

    private VerifySettings verify() {
      VerifySettings defaults = VerifySettings.DEFAULT;
      return new VerifySettings(
          (int) numberOr("--buckets", defaults.buckets()),
          (int) numberOr("--drill-rows", defaults.drillRows()),
          optional("--max-lag-millis")
              .map(text -> Duration.ofMillis(number("--max-lag-millis", text, 0))),
          Duration.ofHours(numberOr("--evidence-hours", defaults.evidenceLife().toHours())),
          numberOr("--ttl-tolerance-seconds", defaults.toleranceSeconds()),
          values.containsKey("--allow-empty"),
          values.containsKey("--repair"));
    }

    private long numberOr(String option, long otherwise) {
      return optional(option).map(text -> number(option, text, 1)).orElse(otherwise);
    }

    private OptionalInt count(String text) {
      return OptionalInt.of((int) number("--ranges", text, 1));
    }

    private Optional<UUID> uuid(String text) {
      try {
        return Optional.of(UUID.fromString(text));
      } catch (IllegalArgumentException e) {
        mistakes.add("--run is not a UUID: " + text);
        return Optional.empty();
      }
    }

    private long number(String option, String text, long least) {
      try {
        long number = Long.parseLong(text);
        if (number >= least && (least == 0 || number <= Integer.MAX_VALUE)) {
          return number;
        }
      } catch (NumberFormatException e) {
        // Reported below, together with numbers out of bounds.
      }
      if (!text.isEmpty()) {
        mistakes.add(option + " must be a number of at least " + least + ": " + text);
      }
      return Math.max(1, least);
    }

    private Optional<String> optional(String option) {
      return Optional.ofNullable(values.get(option)).map(list -> list.get(list.size() - 1));
    }

    private String text(String option) {
      return values.containsKey(option)
          ? values.get(option).get(0)
          : String.join("", required(option));
    }

    private List<String> required(String option) {
      if (!values.containsKey(option)) {
        String mistake = option + " is missing";
        if (!mistakes.contains(mistake)) {
          mistakes.add(mistake);
        }
      }
      return List.of();
    }
  }
}
