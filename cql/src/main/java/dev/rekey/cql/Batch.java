package dev.rekey.cql;

import java.util.List;

/** {@code BEGIN BATCH .. APPLY BATCH} as one text. */
public record Batch(
    Kind kind, Using using, List<Modification> children, List<Term.Marker> markers, Span span)
    implements Dml {

  /** How the server applies it. */
  public enum Kind {
    LOGGED,
    UNLOGGED,
    COUNTER
  }

  public Batch {
    children = List.copyOf(children);
    markers = List.copyOf(markers);
  }
}
