package dev.rekey.cql;

import java.util.List;

/** {@code INSERT INTO t JSON value}; the value is a string literal or a marker. */
public record InsertJson(
    TableRef table,
    Term json,
    MissingColumns missingColumns,
    Conditions conditions,
    Using using,
    List<Term.Marker> markers,
    Span span)
    implements Modification {

  /** What becomes of the columns the JSON does not name. */
  public enum MissingColumns {
    NULL,
    UNSET
  }

  public InsertJson {
    markers = List.copyOf(markers);
  }
}
