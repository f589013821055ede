package dev.rekey.cql.route;

import dev.rekey.cql.Span;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The top level of the object in an INSERT JSON: where each name and each value stands, so that
 * what is not changed stays character for character and the server converts it as ever.
 *
 * @param end where the closing brace stands
 */
record JsonRow(String text, List<Field> fields, int end) {
  /** Deeper values are scanned without recursion; this bounds what is kept of them. */
  private static final int MAX_DEPTH = 1_000;

  JsonRow {
    fields = List.copyOf(fields);
  }

  /**
   * @param column the internal name the server makes of the written one
   * @param name with its quotes
   */
  record Field(String column, Span name, Span value) {}

  /**
   * @throws UnroutableException if it is no object, or names a column twice
   */
  static JsonRow parse(String text) {
    return new Scanner(text).row();
  }

  Optional<Field> field(String column) {
    return fields.stream().filter(field -> field.column().equals(column)).findFirst();
  }

  String valueOf(Field field) {
    return field.value().of(text);
  }

  /** What a JSON string between its quotes stands for. */
  static String unescaped(String quoted) {
    StringBuilder plain = new StringBuilder();
    for (int i = 1; i < quoted.length() - 1; i++) {
      char c = quoted.charAt(i);
      if (c != '\\') {
        plain.append(c);
        continue;
      }
      i++;
      switch (quoted.charAt(i)) {
        case 'n' -> plain.append('\n');
        case 't' -> plain.append('\t');
        case 'r' -> plain.append('\r');
        case 'b' -> plain.append('\b');
        case 'f' -> plain.append('\f');
        case 'u' -> {
          plain.append((char) Integer.parseInt(quoted.substring(i + 1, i + 5), 16));
          i += 4;
        }
        default -> plain.append(quoted.charAt(i));
      }
    }
    return plain.toString();
  }

  /** A JSON string that stands for the text. */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  /** One pass from left to right. */
  private static final class Scanner {
    private final String text;
    private int at;

    Scanner(String text) {
      this.text = text;
    }

    JsonRow row() {
      List<Field> fields = new ArrayList<>();
      Set<String> names = new HashSet<>();
      expect('{');
      skipSpace();
      while (peek() != '}') {
        if (!fields.isEmpty()) {
          expect(',');
        }
        Field field = field();
        if (!names.add(field.column())) {
          throw notUnderstood("it names column %s twice".formatted(field.column()));
        }
        fields.add(field);
        skipSpace();
      }
      int end = at;
      at++;
      skipSpace();
      if (at < text.length()) {
        throw notUnderstood("something follows the object");
      }
      return new JsonRow(text, fields, end);
    }

    private Field field() {
      skipSpace();
      Span name = string();
      expect(':');
      skipSpace();
      return new Field(column(unescaped(name.of(text))), name, value());
    }

    /** As the server reads it: without quotes of its own a name is in lower case. */
    private static String column(String written) {
      boolean quoted = written.length() > 2 && written.startsWith("\"") && written.endsWith("\"");
      return quoted ? written.substring(1, written.length() - 1) : written.toLowerCase(Locale.US);
    }

    private Span value() {
      int start = at;
      int depth = 0;
      do {
        char c = peek();
        if (c == '"') {
          string();
        } else if (c == '{' || c == '[') {
          depth++;
          at++;
        } else if (depth > 0 && (c == '}' || c == ']')) {
          depth--;
          at++;
        } else if (depth > 0 && (c == ',' || c == ':' || c <= ' ')) {
          at++;
        } else {
          word();
        }
        if (depth > MAX_DEPTH) {
          throw notUnderstood("it is nested deeper than %d".formatted(MAX_DEPTH));
        }
      } while (depth > 0);
      return new Span(start, at);
    }

    private void word() {
      int start = at;
      while (at < text.length()
          && (Character.isLetterOrDigit(peek()) || "+-.".indexOf(peek()) >= 0)) {
        at++;
      }
      if (start == at) {
        throw notUnderstood("a value is missing");
      }
    }

    private Span string() {
      int start = at;
      expect('"');
      while (peek() != '"') {
        if (peek() < ' ') {
          throw notUnderstood("a string has a control character");
        }
        at += peek() == '\\' ? escape() : 1;
      }
      at++;
      return new Span(start, at);
    }

    private int escape() {
      if (text.startsWith("\\u", at)) {
        String digits = text.substring(at + 2, Math.min(at + 6, text.length()));
        if (!digits.matches("[0-9a-fA-F]{4}")) {
          throw notUnderstood("an escape is damaged");
        }
        return 6;
      }
      if (at + 1 >= text.length() || "\"\\/bfnrt".indexOf(text.charAt(at + 1)) < 0) {
        throw notUnderstood("an escape is damaged");
      }
      return 2;
    }

    private void expect(char wanted) {
      skipSpace();
      if (peek() != wanted) {
        throw notUnderstood("%s is missing".formatted(wanted));
      }
      at++;
    }

    private char peek() {
      if (at >= text.length()) {
        throw notUnderstood("it ends too early");
      }
      return text.charAt(at);
    }

    private void skipSpace() {
      while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
    }

    private UnroutableException notUnderstood(String why) {
      return new UnroutableException(
          RefusalCode.INSERT_JSON,
          "its JSON is not understood: %s (at character %d)".formatted(why, at + 1),
          "correct the JSON, or name the columns: INSERT INTO … (…) VALUES (…)");
    }
  }
}
