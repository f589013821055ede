package dev.rekey.cql;

/** One entry of UPDATE's SET. */
public sealed interface Assignment {

  /** The column that changes, as named on the left. */
  Identifier column();

  /** What goes in. */
  Term value();

  /** The whole entry. */
  Span span();

  /** {@code c = v}. */
  record SetColumn(Identifier column, Term value, Span span) implements Assignment {}

  /**
   * {@code c = c + v}, {@code c += v}; {@code c = c -1} (one word to the lexer) is an append of -1.
   */
  record Append(Identifier column, Term value, Span span) implements Assignment {}

  /** {@code c = v + c}. */
  record Prepend(Identifier column, Term value, Span span) implements Assignment {}

  /** {@code c = c - v}, {@code c -= v}. */
  record Subtract(Identifier column, Term value, Span span) implements Assignment {}

  /** {@code c[key] = v}. */
  record SetElement(Identifier column, Term key, Term value, Span span) implements Assignment {}

  /** {@code c.field = v}. */
  record SetField(Identifier column, Identifier field, Term value, Span span)
      implements Assignment {}
}
