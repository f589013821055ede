package dev.rekey.backfill;

import java.util.Objects;

/**
 * A value column as a scan reads it.
 *
 * @param name the column's name in the table that is read
 * @param firstSlot the slot of its first cell
 * @param fields how many fields a column of a user type has; 0 for every other column
 */
record ReadColumn(String name, CellForm form, int firstSlot, int fields) {

  ReadColumn {
    Objects.requireNonNull(name, "name is null");
    Objects.requireNonNull(form, "form is null");
  }
}
