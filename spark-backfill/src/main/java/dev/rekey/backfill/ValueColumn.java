package dev.rekey.backfill;

import java.util.List;
import java.util.Objects;

/**
 * A value column that both tables have, perhaps under two names.
 *
 * @param fields the field names of a column of a non-frozen user type; empty for every other column
 */
record ValueColumn(String source, String target, String type, CellForm form, List<String> fields) {

  ValueColumn {
    Objects.requireNonNull(source, "source is null");
    Objects.requireNonNull(target, "target is null");
    Objects.requireNonNull(type, "type is null");
    Objects.requireNonNull(form, "form is null");
    fields = List.copyOf(fields);
  }
}
