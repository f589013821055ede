package dev.rekey.control;

/**
 * Whether copied rows get a row marker. CQL cannot show whether a row with live cells has one, so
 * it is declared per table.
 */
public enum RowMarker {
  /** The application inserts its rows: a row outlives its last cell. */
  INSERT,
  /** The application only updates: a row ends with its last cell. */
  UPDATE
}
