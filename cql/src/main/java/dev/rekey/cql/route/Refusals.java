package dev.rekey.cql.route;

/** Refusals that more than one kind of statement meets. */
final class Refusals {
  private Refusals() {}

  static Routing.Refused onceByTarget() {
    return new Routing.Refused(
        RefusalCode.CONDITIONAL,
        "an IF is decided on one table and answered in its columns, and elements of a list are"
            + " changed on one table",
        "use the source's name until the migration has ended");
  }

  static Routing.Refused conditionOnStatic(String column) {
    return new Routing.Refused(
        RefusalCode.CONDITIONAL,
        "static column %s would have one value for each partition its partition becomes, so no condition on it holds for all of them"
            .formatted(column),
        "make the condition about columns of the row");
  }

  static Routing.Refused conditionOnSeveralRows(String column) {
    return new Routing.Refused(
        RefusalCode.CONDITIONAL,
        "the server decides a condition row by row, and key column %s has no single value"
            .formatted(column),
        "give the whole primary key by =");
  }

  static Routing.Refused notRowByRow() {
    return new Routing.Refused(
        RefusalCode.CONDITIONAL,
        "an IF is mirrored by copying its row, and this mapping does not make one row of the target"
            + " from the key of one row of the source",
        "leave the condition out, or keep the table out of the migration");
  }

  static Routing.Refused functionInKey(String column) {
    return new Routing.Refused(
        RefusalCode.LITERAL,
        "the value of key column %s cannot be computed in the client".formatted(column),
        "bind the value, or write it as a plain literal (timestamps with their zone)");
  }

  static Routing.Refused incompleteKey(String column) {
    return new Routing.Refused(
        RefusalCode.INCOMPLETE_KEY,
        "it gives no value for key column %s".formatted(column),
        "give the whole primary key");
  }

  static Routing.Refused unbounded(String column) {
    return new Routing.Refused(
        RefusalCode.UNBOUNDED,
        "it does not bound %s, so the target partitions it is about cannot be listed"
            .formatted(column),
        "restrict %s by =, IN, or a range with both ends".formatted(column));
  }

  static Routing.Refused restriction(String column) {
    return new Routing.Refused(
        RefusalCode.RESTRICTION,
        "the target's key does not allow its restriction on %s".formatted(column),
        "restrict the target's key columns from left to right by =, the last one by a range");
  }

  static Routing.Refused notCarried(String column) {
    return new Routing.Refused(
        RefusalCode.NOT_CARRIED,
        "column %s is not part of the target".formatted(column),
        "leave the column out, or add it to the target");
  }

  static Routing.Refused ownOfTarget(String column) {
    return new Routing.Refused(
        RefusalCode.NOT_CARRIED,
        "column %s is no column of the source".formatted(column),
        "leave the column out: the target's own columns are computed");
  }

  static Routing.Refused staticColumn(String column) {
    return new Routing.Refused(
        RefusalCode.STATIC,
        "static column %s would have to be kept in every partition its partition becomes"
            .formatted(column),
        "move the static columns into a table of their own");
  }

  static Routing.Refused list(String column) {
    return new Routing.Refused(
        RefusalCode.LIST,
        "list column %s is not frozen, so it is mirrored by copying its row, which cannot be done here"
            .formatted(column),
        "name the columns instead of writing JSON, or make it a frozen list, a set or a map");
  }

  static Routing.Refused counter(String column) {
    return new Routing.Refused(
        RefusalCode.COUNTER,
        "column %s is a counter, whose increments cannot be repeated".formatted(column),
        "counter tables cannot be migrated");
  }

  static Routing.Refused needsLookup(String column) {
    return new Routing.Refused(
        RefusalCode.NEEDS_LOOKUP,
        "the value of target key column %s is not in the statement".formatted(column),
        "give the columns it is computed from");
  }
}
