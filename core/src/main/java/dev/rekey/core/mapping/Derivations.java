package dev.rekey.core.mapping;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a rule such as {@code date(ts)}, {@code bucket(ts, 10m)} or {@code shard(user_id, 16)}.
 *
 * <p>Functions whose result is not a pure function of stored data are refused by name: two writers
 * would compute two keys for one row.
 */
public final class Derivations {
  /** How a rule may be written; shown with every refusal. */
  public static final String FORMS =
      "date(c), hour(c), month(c), bucket(c, 10m), bucket(c, 1000), shard(c, …, n), constant(v), "
          + "if-null(c, v), timestamp(c), divide(c, n), shift(c, bits), or a column name";

  private static final Set<String> NOT_PURE =
      Set.of(
          "now",
          "uuid",
          "random",
          "rand",
          "currenttimestamp",
          "current_timestamp",
          "currentdate",
          "current_date",
          "currenttime",
          "current_time",
          "currenttimeuuid",
          "current_timeuuid");

  private static final Pattern CALL =
      Pattern.compile("(?s)\\s*([A-Za-z][A-Za-z0-9_-]*)\\s*\\((.*)\\)\\s*");
  private static final Pattern COLUMN =
      Pattern.compile("[A-Za-z][A-Za-z0-9_]*|\"(?:[^\"]|\"\")+\"");
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})\\s*([smhd])");

  private static final Map<String, Function<Call, Derivation>> FUNCTIONS =
      Map.of(
          "date", call -> time(call, TimeDerivation.Unit.DATE),
          "hour", call -> time(call, TimeDerivation.Unit.HOUR),
          "month", call -> time(call, TimeDerivation.Unit.MONTH),
          "bucket", Derivations::bucket,
          "shard", Derivations::shard,
          "constant", call -> new Derivation.Constant(literal(call, 0, 1)),
          "if-null", call -> new Derivation.IfNull(column(call, 0, 2), literal(call, 1, 2)),
          "timestamp", call -> new TimeuuidTimestamp(column(call, 0, 1)),
          "divide", call -> new IntegerDivide(column(call, 0, 2), number(call, 1, 2)),
          "shift", Derivations::shift);

  private Derivations() {}

  /**
   * Reads one rule.
   *
   * @throws DerivationSyntaxException if it is not one of {@link #FORMS}
   */
  public static Derivation parse(String rule) {
    String text = rule.strip();
    if (COLUMN.matcher(text).matches()) {
      return new Derivation.Copy(unquote(text));
    }
    Matcher matcher = CALL.matcher(text);
    if (!matcher.matches()) {
      throw refused(rule, "it is neither a column nor a function call", 0);
    }
    String name = matcher.group(1).toLowerCase(Locale.ROOT);
    if (NOT_PURE.contains(name)) {
      throw refused(
          rule,
          name + "() is not a function of stored data, so a row's key would differ at each write",
          0);
    }
    Function<Call, Derivation> function = FUNCTIONS.get(name);
    if (function == null) {
      throw refused(rule, "function " + name + " is unknown", 0);
    }
    return function.apply(new Call(rule, arguments(matcher.group(2))));
  }

  private record Call(String rule, List<String> arguments) {}

  private static Derivation time(Call call, TimeDerivation.Unit unit) {
    return new TimeDerivation(unit, column(call, 0, 1), Duration.ZERO);
  }

  private static Derivation bucket(Call call) {
    String column = column(call, 0, 2);
    Matcher duration = DURATION.matcher(call.arguments().get(1));
    if (!duration.matches()) {
      return new IntegerBucket(column, number(call, 1, 2));
    }
    long amount = Long.parseLong(duration.group(1));
    Duration width =
        switch (duration.group(2)) {
          case "s" -> Duration.ofSeconds(amount);
          case "m" -> Duration.ofMinutes(amount);
          case "h" -> Duration.ofHours(amount);
          default -> Duration.ofDays(amount);
        };
    return new TimeDerivation(TimeDerivation.Unit.BUCKET, column, width);
  }

  private static Derivation shard(Call call) {
    int size = call.arguments().size();
    if (size < 2) {
      throw refused(call.rule(), "shard needs at least one column and a count", 0);
    }
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < size - 1; i++) {
      columns.add(column(call, i, size));
    }
    return new Shard(columns, Math.toIntExact(number(call, size - 1, size)));
  }

  private static Derivation shift(Call call) {
    long bits = number(call, 1, 2);
    if (bits < 1 || bits > 62) {
      throw refused(call.rule(), "shift takes from 1 to 62 bits", 0);
    }
    return new IntegerDivide(column(call, 0, 2), 1L << bits);
  }

  private static String column(Call call, int index, int expected) {
    String argument = argument(call, index, expected);
    if (!COLUMN.matcher(argument).matches()) {
      throw refused(call.rule(), argument + " is not a column name", 0);
    }
    return unquote(argument);
  }

  private static long number(Call call, int index, int expected) {
    String argument = argument(call, index, expected);
    try {
      return Long.parseLong(argument);
    } catch (NumberFormatException e) {
      throw refused(call.rule(), argument + " is not a whole number", 0);
    }
  }

  private static TypedLiteral literal(Call call, int index, int expected) {
    try {
      return TypedLiteral.parse(argument(call, index, expected));
    } catch (DerivationSyntaxException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw refused(call.rule(), e.getMessage(), 0);
    }
  }

  private static String argument(Call call, int index, int expected) {
    if (call.arguments().size() != expected) {
      throw refused(
          call.rule(),
          "it takes %d arguments, %d are given".formatted(expected, call.arguments().size()),
          0);
    }
    return call.arguments().get(index);
  }

  private static List<String> arguments(String text) {
    List<String> arguments = new ArrayList<>();
    StringBuilder current = new StringBuilder();
    char quote = 0;
    for (char c : text.toCharArray()) {
      if (quote == 0 && c == ',') {
        arguments.add(current.toString().strip());
        current.setLength(0);
        continue;
      }
      if (c == '\'' || c == '"') {
        quote = quote == 0 ? c : quote == c ? 0 : quote;
      }
      current.append(c);
    }
    if (!arguments.isEmpty() || !current.toString().isBlank()) {
      arguments.add(current.toString().strip());
    }
    return arguments;
  }

  private static String unquote(String column) {
    return column.startsWith("\"")
        ? column.substring(1, column.length() - 1).replace("\"\"", "\"")
        : column.toLowerCase(Locale.ROOT);
  }

  private static DerivationSyntaxException refused(String rule, String why, int offset) {
    return new DerivationSyntaxException(
        "Cannot use rule '%s': %s. A rule is one of: %s".formatted(rule, why, FORMS), offset);
  }
}
