package dev.rekey.cql;

import java.util.List;
import java.util.Optional;

/** What one statement says. */
public sealed interface ParsedStatement permits Dml, Ddl, Use, OtherStatement {

  /** From the first word to the last, without comments around it or semicolons behind it. */
  Span span();

  /** All bind markers in the order of the text; the index of each is its place in this list. */
  default List<Term.Marker> markers() {
    return List.of();
  }

  /** The table it is about, where there is exactly one. */
  default Optional<TableRef> tableRef() {
    return Optional.empty();
  }
}
