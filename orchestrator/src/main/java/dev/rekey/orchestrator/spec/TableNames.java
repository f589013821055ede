package dev.rekey.orchestrator.spec;

import dev.rekey.control.TableName;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads names as people write them: quoted names exactly, others in any case. */
public final class TableNames {

  private static final String PART = "([A-Za-z][A-Za-z0-9_]*|\"(?:[^\"]|\"\")+\")";
  private static final Pattern NAME =
      Pattern.compile("\\s*" + PART + "\\s*\\.\\s*" + PART + "\\s*");

  private TableNames() {}

  /** Reads {@code keyspace.table}, each part quoted or not; empty if it is not such a name. */
  public static Optional<TableName> parse(String text) {
    Matcher matcher = NAME.matcher(text);
    return matcher.matches()
        ? Optional.of(new TableName(unquote(matcher.group(1)), unquote(matcher.group(2))))
        : Optional.empty();
  }

  /** The internal name of a written one. */
  static String unquote(String identifier) {
    return identifier.startsWith("\"") && identifier.length() > 2
        ? identifier.substring(1, identifier.length() - 1).replace("\"\"", "\"")
        : identifier.toLowerCase(Locale.ROOT);
  }
}
