package dev.rekey.core.state;

/** One of the two tables of a migration, as the place of a read or a write. */
public enum Leg {
  SOURCE,
  TARGET;

  /** The other table. */
  public Leg other() {
    return this == SOURCE ? TARGET : SOURCE;
  }
}
