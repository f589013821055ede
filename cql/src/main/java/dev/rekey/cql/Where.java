package dev.rekey.cql;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The restrictions of a statement; the span, absent without a WHERE, is that of the restrictions
 * without the word.
 */
public record Where(List<Relation> relations, Optional<Span> span) {

  public Where {
    relations = List.copyOf(relations);
  }

  static Where none() {
    return new Where(List.of(), Optional.empty());
  }

  /** The restrictions that name the column. */
  public Stream<Relation> on(String column) {
    return relations.stream()
        .filter(relation -> relation.columns().stream().anyMatch(c -> c.name().equals(column)));
  }
}
