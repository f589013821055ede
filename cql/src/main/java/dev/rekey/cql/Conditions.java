package dev.rekey.cql;

import java.util.List;
import java.util.Optional;

/** The IF of a write; the span is that of the clause with its word. */
public record Conditions(Kind kind, List<Condition> conditions, Optional<Span> span) {

  /** What is asked. */
  public enum Kind {
    NONE,
    IF_NOT_EXISTS,
    IF_EXISTS,
    IF_COLUMNS
  }

  public Conditions {
    conditions = List.copyOf(conditions);
  }

  static Conditions none() {
    return new Conditions(Kind.NONE, List.of(), Optional.empty());
  }

  /** Whether the write is a lightweight transaction. */
  public boolean present() {
    return kind != Kind.NONE;
  }

  /** One comparison of an IF. */
  public sealed interface Condition {

    /** What is looked at. */
    ColumnTarget target();

    /** The whole comparison. */
    Span span();
  }

  /** {@code c = v}, {@code c[k] = v}, {@code c.f = v}. */
  public record Compare(ColumnTarget target, Operator operator, Term value, Span span)
      implements Condition {}

  /** {@code c IN (..)}. */
  public record In(ColumnTarget target, InValues values, Span span) implements Condition {}

  /** {@code c CONTAINS v}. */
  public record Contains(ColumnTarget target, Term value, Span span) implements Condition {}

  /** {@code c CONTAINS KEY v}. */
  public record ContainsKey(ColumnTarget target, Term value, Span span) implements Condition {}
}
