package dev.rekey.orchestrator.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes the command lines in what is said runnable as they stand: they keep the options by which
 * the operator has reached the cluster, and begin with the words that start Rekey here. A command
 * line stands between single quotes, or alone behind "Next:" or "remedy:".
 *
 * @param program how Rekey is started, usually {@code rekey}
 * @param options as typed; those from the environment or a file need not be repeated
 */
record CommandLines(String program, List<String> options) {

  /** Command lines stay as they are. */
  static final CommandLines PLAIN = new CommandLines("rekey", List.of());

  /** How the launcher was called. */
  static final String PROGRAM = "REKEY_COMMAND";

  private static final List<String> KEPT = List.of("--contact-point", "--local-dc", "--config");
  private static final Pattern ALONE =
      Pattern.compile("(?m)((?:[Nn]ext|remedy): )rekey ([a-z][^'\n]*)$");
  private static final Pattern QUOTED = Pattern.compile("(')rekey ([a-z][^'\n]*)(?=')");
  private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_./:=@%+,-]+");

  CommandLines {
    options = List.copyOf(options);
  }

  /** Those of a run with these arguments. */
  static CommandLines typed(List<String> arguments, Map<String, String> environment) {
    List<String> options = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (KEPT.contains(argument) && i + 1 < arguments.size()) {
        options.add(argument);
        options.add(shell(arguments.get(++i)));
      } else if (KEPT.stream().anyMatch(kept -> argument.startsWith(kept + "="))) {
        options.add(shell(argument));
      }
    }
    return new CommandLines(environment.getOrDefault(PROGRAM, "rekey"), options);
  }

  /** The same text with command lines that can be run. */
  String runnable(String text) {
    if (equals(PLAIN) || !text.contains("rekey ")) {
      return text;
    }
    return completed(QUOTED, completed(ALONE, text));
  }

  private String completed(Pattern pattern, String text) {
    String tail = options.stream().map(option -> " " + option).collect(Collectors.joining());
    Matcher matcher = pattern.matcher(text);
    return matcher.replaceAll(
        found -> Matcher.quoteReplacement(found.group(1) + program + " " + found.group(2) + tail));
  }

  private static String shell(String word) {
    return SAFE.matcher(word).matches() ? word : "\"" + word.replace("\"", "\\\"") + "\"";
  }
}
