package dev.rekey.core.mapping;

/** The role a column plays in a table. */
public enum ColumnKind {
  PARTITION_KEY,
  CLUSTERING,
  STATIC,
  REGULAR;

  /** Whether columns of this kind belong to the primary key. */
  public boolean isKey() {
    return this == PARTITION_KEY || this == CLUSTERING;
  }
}
