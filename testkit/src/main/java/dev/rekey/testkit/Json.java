package dev.rekey.testkit;

import java.util.Map;
import java.util.stream.Collectors;

/** Writes maps, lists, strings, numbers and booleans as JSON, which every YAML reader takes. */
final class Json {

  private Json() {}

  static String write(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(e -> quote(String.valueOf(e.getKey())) + ": " + write(e.getValue()))
          .collect(Collectors.joining(",\n", "{", "}"));
    }
    if (value instanceof Iterable<?> list) {
      StringBuilder text = new StringBuilder("[");
      for (Object item : list) {
        text.append(text.length() > 1 ? ", " : "").append(write(item));
      }
      return text.append(']').toString();
    }
    if (value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }

    return quote(String.valueOf(value));
  }

  private static String quote(String text) {
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
}
