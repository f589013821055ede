package dev.rekey.interceptor;

import dev.rekey.cql.CqlSyntaxException;
import dev.rekey.cql.route.RefusalCode;
import dev.rekey.cql.route.Routing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one text means: one part, or for a BATCH one part per statement in it.
 *
 * @param kind what the whole text does
 * @param parts empty if the text is about other tables only
 * @param batch the frame around the parts, if it is a BATCH
 * @param markerNames the name of each marker, empty for {@code ?}
 */
record Understood(
    Kind kind, List<Part> parts, Optional<Routing.BatchPlan> batch, List<String> markerNames) {

  /** What the server would do with it. */
  enum Kind {
    READ,
    WRITE,
    OTHER
  }

  /**
   * One statement.
   *
   * @param migration empty if it is about another table
   */
  record Part(Optional<String> migration, Routing routing) {}

  Understood {
    parts = List.copyOf(parts);
    markerNames = List.copyOf(markerNames);
  }

  static Understood otherTable() {
    return new Understood(Kind.OTHER, List.of(), Optional.empty(), List.of());
  }

  static Understood unparsable(String migration, CqlSyntaxException error) {
    Routing refused =
        new Routing.Refused(
            RefusalCode.UNPARSABLE,
            "it names a migrating table and is not understood: " + error.getMessage(),
            "correct the statement, or report it if the server accepts it");
    return new Understood(
        Kind.OTHER,
        List.of(new Part(Optional.of(migration), refused)),
        Optional.empty(),
        List.of());
  }

  boolean isAboutOtherTables() {
    return parts.isEmpty();
  }

  /** Adds what one more mapping says of the same text; a table is in one migration only. */
  Understood and(String migration, Routing routing, Kind is, List<String> names) {
    if (!(routing instanceof Routing.BatchPlan plan)) {
      return new Understood(
          is, List.of(new Part(Optional.of(migration), routing)), Optional.empty(), names);
    }
    List<Part> merged = new ArrayList<>();
    for (int i = 0; i < plan.parts().size(); i++) {
      Routing child = plan.parts().get(i).routing();
      Part before = parts.isEmpty() ? new Part(Optional.empty(), child) : parts.get(i);
      merged.add(
          child instanceof Routing.PassThrough ? before : new Part(Optional.of(migration), child));
    }
    return new Understood(is, merged, Optional.of(plan), names);
  }
}
