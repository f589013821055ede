package dev.rekey.cql;

import static java.util.Objects.requireNonNull;

/** What a clause says, and the span of the whole clause from its first word. */
public record Clause<T>(T value, Span span) {

  public Clause {
    requireNonNull(value, "value is null");
    requireNonNull(span, "span is null");
  }
}
