package dev.rekey.cql;

import static java.util.Objects.requireNonNull;

/**
 * A name as the server stores it (unquoted words in lower case, quoted ones as written) and where
 * it stands.
 */
public record Identifier(String name, Span span) {

  public Identifier {
    requireNonNull(name, "name is null");
    requireNonNull(span, "span is null");
  }
}
