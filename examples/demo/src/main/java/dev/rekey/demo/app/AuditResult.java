package dev.rekey.demo.app;

/**
 * Counted facts about one table.
 *
 * @param rows found in the table
 * @param loaded rows of the initial data that nothing wrote since, checked
 * @param values rows whose newest acknowledged write made a value, checked
 * @param deletes rows whose newest acknowledged write was a delete, checked to be gone
 * @param expired rows whose time to live has ended, checked to be gone
 * @param inDoubt rows of which a write failed, so that two states are right
 * @param violations found by this audit
 * @param sizes of its partitions
 */
public record AuditResult(
    String table,
    long rows,
    long loaded,
    long values,
    long deletes,
    long expired,
    long inDoubt,
    long violations,
    PartitionSizes sizes) {
  /** Rows, or their absence, that were compared with what they should be. */
  public long checked() {
    return loaded + values + deletes + expired + inDoubt;
  }
}
