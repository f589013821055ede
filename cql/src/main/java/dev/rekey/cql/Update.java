package dev.rekey.cql;

import java.util.List;

/**
 * {@code UPDATE t SET .. WHERE ..}; the clause of the assignments is their text without the word
 * SET.
 */
public record Update(
    TableRef table,
    Using using,
    Clause<List<Assignment>> assignmentList,
    Where where,
    Conditions conditions,
    List<Term.Marker> markers,
    Span span)
    implements Modification {

  public Update {
    markers = List.copyOf(markers);
  }

  /** The assignments in order. */
  public List<Assignment> assignments() {
    return assignmentList.value();
  }
}
