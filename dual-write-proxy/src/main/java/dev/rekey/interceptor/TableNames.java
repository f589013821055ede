package dev.rekey.interceptor;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Finds table names in CQL text without parsing it: as whole words, in any case. */
final class TableNames {
  private final List<String> spellings;

  TableNames(Collection<String> internalNames) {
    this.spellings =
        internalNames.stream()
            .map(name -> name.replace("\"", "\"\"").toLowerCase(Locale.ROOT))
            .distinct()
            .toList();
  }

  boolean isIn(String text) {
    for (String name : spellings) {
      if (contains(text, name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean contains(String text, String name) {
    char lower = name.charAt(0);
    char upper = Character.toUpperCase(lower);
    int last = text.length() - name.length();
    for (int i = 0; i <= last; i++) {
      char c = text.charAt(i);
      if ((c == lower || c == upper)
          && text.regionMatches(true, i, name, 0, name.length())
          && isEdge(text, i - 1)
          && isEdge(text, i + name.length())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isEdge(String text, int at) {
    return at < 0
        || at >= text.length()
        || !(Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_');
  }
}
