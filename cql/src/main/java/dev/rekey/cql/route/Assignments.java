package dev.rekey.cql.route;

import dev.rekey.cql.Assignment;
import dev.rekey.cql.Span;

/** Other names for the columns that an UPDATE sets. */
final class Assignments {
  private Assignments() {}

  /** Renames the column, also where {@code c = c + v} names it twice. */
  static void rename(Edits edits, Assignment assignment, String name) {
    Span column = assignment.column().span();
    Span value = assignment.value().span();
    Span whole = assignment.span();
    edits.replace(column, name);
    Span between = new Span(column.end(), value.start());
    if (assignment instanceof Assignment.Append) {
      edits.replace(between, " = " + name + " + ");
    } else if (assignment instanceof Assignment.Subtract) {
      edits.replace(between, " = " + name + " - ");
    } else if (assignment instanceof Assignment.Prepend) {
      edits.replace(new Span(value.end(), whole.end()), " + " + name);
    }
  }
}
