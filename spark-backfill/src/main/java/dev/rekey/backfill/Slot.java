package dev.rekey.backfill;

import java.util.Objects;
import java.util.Optional;

/**
 * One place for a value in a write: a column, or one field of a column of a user type.
 *
 * @param column the target column
 * @param field the field, for columns of a non-frozen user type only
 * @param form how the column lies in cells
 */
record Slot(String column, Optional<String> field, CellForm form) {

  Slot {
    Objects.requireNonNull(column, "column is null");
    Objects.requireNonNull(field, "field is null");
    Objects.requireNonNull(form, "form is null");
  }

  /** The assignment of this slot in an UPDATE. */
  String assignment() {
    String name = Cql.quoted(column);
    return switch (form) {
      case ATOMIC -> name + " = ?";
      case SET, MAP -> name + " = " + name + " + ?";
      case USER_TYPE -> name + "." + Cql.quoted(field.orElseThrow()) + " = ?";
      case LIST, COUNTER ->
          throw new IllegalStateException(
              "Cannot write column " + column + ": a " + form + " has no exact form");
    };
  }

  /** Whether an INSERT can carry this slot without touching other cells. */
  boolean insertable() {
    return form == CellForm.ATOMIC;
  }
}
