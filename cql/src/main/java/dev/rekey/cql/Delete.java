package dev.rekey.cql;

import java.util.List;

/** {@code DELETE .. FROM t WHERE ..}; no deletions means rows. */
public record Delete(
    List<ColumnTarget> deletions,
    TableRef table,
    Using using,
    Where where,
    Conditions conditions,
    List<Term.Marker> markers,
    Span span)
    implements Modification {

  public Delete {
    deletions = List.copyOf(deletions);
    markers = List.copyOf(markers);
  }
}
