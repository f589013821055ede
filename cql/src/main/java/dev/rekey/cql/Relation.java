package dev.rekey.cql;

import java.util.List;

/** One restriction of a WHERE. */
public sealed interface Relation {

  /** The columns it restricts; none for an index expression. */
  List<Identifier> columns();

  /** The restriction, with any parentheses around it. */
  Span span();

  /** {@code c = v} and the like. */
  record Compare(Identifier column, Operator operator, Term value, Span span) implements Single {}

  /** {@code c IN (..)}, {@code c IN ?}. */
  record In(Identifier column, InValues values, Span span) implements Single {}

  /** {@code c CONTAINS v}. */
  record Contains(Identifier column, Term value, Span span) implements Single {}

  /** {@code c CONTAINS KEY v}. */
  record ContainsKey(Identifier column, Term value, Span span) implements Single {}

  /** {@code c LIKE v}. */
  record Like(Identifier column, Term value, Span span) implements Single {}

  /** {@code c IS NOT NULL}. */
  record IsNotNull(Identifier column, Span span) implements Single {}

  /** {@code c[key] = v}. */
  record CompareElement(Identifier column, Term key, Operator operator, Term value, Span span)
      implements Single {}

  /** {@code (a, b) > (v, w)}; the value is a {@link Term.Tuple} or a {@link Term.Marker}. */
  record CompareTuple(List<Identifier> columns, Operator operator, Term value, Span span)
      implements Relation {
    public CompareTuple {
      columns = List.copyOf(columns);
    }
  }

  /** {@code (a, b) IN ((v, w), ..)}; each term is a tuple or a marker for one. */
  record InTuples(List<Identifier> columns, InValues values, Span span) implements Relation {
    public InTuples {
      columns = List.copyOf(columns);
    }
  }

  /** {@code token(a, b) > v}. */
  record CompareToken(List<Identifier> columns, Operator operator, Term value, Span span)
      implements Relation {
    public CompareToken {
      columns = List.copyOf(columns);
    }
  }

  /** {@code expr(index, v)}. */
  record IndexExpression(Identifier index, Term value, Span span) implements Relation {
    @Override
    public List<Identifier> columns() {
      return List.of();
    }
  }

  /** A restriction of one column. */
  sealed interface Single extends Relation {

    /** The column it restricts. */
    Identifier column();

    @Override
    default List<Identifier> columns() {
      return List.of(column());
    }
  }
}
