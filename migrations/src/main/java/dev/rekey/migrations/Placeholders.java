package dev.rekey.migrations;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values for {@code ${name}}. Filled everywhere but in comments; values are not filled again, so a
 * literal <code>${x}</code> can be had by a placeholder whose value is a dollar sign.
 */
final class Placeholders {
  private static final Pattern FORM = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_.-]*)}");
  // Never valid CQL: a name inside two braces. Other tools' form, so most likely a mistake.
  private static final Pattern FOREIGN =
      Pattern.compile("\\{\\{\\s*[A-Za-z_][A-Za-z0-9_.-]*\\s*}}");

  private final Map<String, String> values;

  Placeholders(Map<String, String> values) {
    this.values = new TreeMap<>(values);
    values.forEach(
        (name, value) -> {
          if (!FORM.matcher("${" + name + "}").matches()) {
            throw new IllegalArgumentException(
                "Cannot use placeholder '%s': a name is a letter or _ and then letters, digits, _ . -"
                    .formatted(name));
          }
          if (value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0) {
            throw new IllegalArgumentException(
                "Cannot use placeholder '%s': its value spans lines".formatted(name));
          }
        });
  }

  /** Length of the placeholder that begins at {@code offset}, or 0. */
  static int lengthAt(String text, int offset) {
    Matcher matcher = FORM.matcher(text).region(offset, text.length());
    return matcher.lookingAt() ? matcher.end() - offset : 0;
  }

  /** The statement's text with its placeholders filled; unknown ones go to the problems. */
  String fill(String text, List<CqlToken> tokens, Positions positions, List<String> problems) {
    StringBuilder out = new StringBuilder();
    for (CqlToken token : tokens) {
      if (token.kind() == CqlToken.Kind.COMMENT) {
        out.append(text, token.start(), token.end());
      } else {
        fillToken(text, token, positions, problems, out);
      }
    }
    reportForeign(text, tokens, positions, problems);
    return out.toString();
  }

  private void fillToken(
      String text, CqlToken token, Positions positions, List<String> problems, StringBuilder out) {
    // The two dollars that open a string must not be read as the dollar of a placeholder.
    int skip = token.kind() == CqlToken.Kind.DOLLAR_STRING ? 2 : 0;
    out.append(text, token.start(), token.start() + skip);
    Matcher matcher = FORM.matcher(text).region(token.start() + skip, token.end());
    int from = token.start() + skip;
    while (matcher.find()) {
      out.append(text, from, matcher.start());
      String value = values.get(matcher.group(1));
      if (value == null) {
        problems.add(
            "%s: placeholder ${%s} has no value; give it with placeholders(Map)"
                .formatted(positions.at(matcher.start()), matcher.group(1)));
      } else {
        out.append(value);
      }
      from = matcher.end();
    }
    out.append(text, from, token.end());
  }

  private static void reportForeign(
      String text, List<CqlToken> tokens, Positions positions, List<String> problems) {
    for (CqlToken token : tokens) {
      if (token.kind() != CqlToken.Kind.OTHER) {
        continue;
      }
      Matcher matcher = FOREIGN.matcher(text).region(token.start(), text.length());
      if (matcher.lookingAt()) {
        problems.add(
            "%s: %s is not filled here; write ${name}"
                .formatted(positions.at(token.start()), matcher.group()));
      }
    }
  }
}
