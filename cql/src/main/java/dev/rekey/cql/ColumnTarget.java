package dev.rekey.cql;

/** A column, or a part of one: what a DELETE removes and what an IF looks at. */
public sealed interface ColumnTarget {

  /** The column it belongs to. */
  Identifier column();

  /** Where it stands. */
  Span span();

  /** All of the column. */
  record Whole(Identifier column) implements ColumnTarget {
    @Override
    public Span span() {
      return column.span();
    }
  }

  /** {@code column[key]}. */
  record Element(Identifier column, Term key, Span span) implements ColumnTarget {}

  /** {@code column.field}. */
  record Field(Identifier column, Identifier field, Span span) implements ColumnTarget {}
}
