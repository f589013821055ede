package dev.rekey.cql;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.Set;

/** A column of CREATE TABLE or ALTER TABLE ADD; {@code mask} is the text after MASKED WITH. */
public record ColumnDefinition(
    Identifier column, CqlType type, Set<Flag> flags, Optional<String> mask, Span span) {

  /** Words behind the type. */
  public enum Flag {
    STATIC,
    PRIMARY_KEY
  }

  public ColumnDefinition {
    requireNonNull(column, "column is null");
    requireNonNull(type, "type is null");
    flags = Set.copyOf(flags);
  }

  /** Its internal name. */
  public String name() {
    return column.name();
  }

  /** Whether it is shared by the rows of a partition. */
  public boolean isStatic() {
    return flags.contains(Flag.STATIC);
  }
}
