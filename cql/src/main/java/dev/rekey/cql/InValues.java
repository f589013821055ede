package dev.rekey.cql;

import java.util.List;
import java.util.Optional;

/** The right side of IN: terms (perhaps none) in parentheses, or one marker for the whole list. */
public record InValues(List<Term> terms, Optional<Term.Marker> marker, Span span) {

  public InValues {
    terms = List.copyOf(terms);
  }
}
