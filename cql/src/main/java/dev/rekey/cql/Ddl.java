package dev.rekey.cql;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A statement that changes the schema. Options keep their order; their names are internal names.
 */
public sealed interface Ddl extends ParsedStatement {

  private static Map<String, OptionValue> ordered(Map<String, OptionValue> options) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(options));
  }

  /** Whether the statement shrugs at something that is there already, or is not there. */
  enum Existence {
    REQUIRED,
    IF_EXISTS,
    IF_NOT_EXISTS
  }

  /** CREATE KEYSPACE. */
  record CreateKeyspace(
      Identifier keyspace, Existence existence, Map<String, OptionValue> options, Span span)
      implements Ddl {
    public CreateKeyspace {
      options = ordered(options);
    }
  }

  /** ALTER KEYSPACE. */
  record AlterKeyspace(
      Identifier keyspace, Existence existence, Map<String, OptionValue> options, Span span)
      implements Ddl {
    public AlterKeyspace {
      options = ordered(options);
    }
  }

  /** A primary key in any of its forms; no partition key where the statement has none. */
  record PrimaryKey(List<Identifier> partition, List<Identifier> clustering) {
    public PrimaryKey {
      partition = List.copyOf(partition);
      clustering = List.copyOf(clustering);
    }
  }

  /**
   * What stands after WITH; {@code clusteringOrder} is as written and may name a part of the
   * clustering columns.
   */
  record TableOptions(
      Map<String, OptionValue> options,
      List<Select.Ordering> clusteringOrder,
      Optional<Span> compactStorage) {
    public TableOptions {
      options = ordered(options);
      clusteringOrder = List.copyOf(clusteringOrder);
    }

    static TableOptions none() {
      return new TableOptions(Map.of(), List.of(), Optional.empty());
    }

    /** The direction of a clustering column, ascending if it is not named. */
    public Select.Direction directionOf(String column) {
      return clusteringOrder.stream()
          .filter(ordering -> ordering.column().name().equals(column))
          .map(Select.Ordering::direction)
          .findFirst()
          .orElse(Select.Direction.ASC);
    }
  }

  /** CREATE TABLE. */
  record CreateTable(
      TableRef table,
      Existence existence,
      List<ColumnDefinition> columns,
      PrimaryKey primaryKey,
      TableOptions with,
      Span span)
      implements Ddl {
    public CreateTable {
      columns = List.copyOf(columns);
    }

    @Override
    public Optional<TableRef> tableRef() {
      return Optional.of(table);
    }
  }

  /** A field of a user-defined type. */
  record FieldDefinition(Identifier field, CqlType type) {}

  /** CREATE TYPE. */
  record CreateType(TableRef type, Existence existence, List<FieldDefinition> fields, Span span)
      implements Ddl {
    public CreateType {
      fields = List.copyOf(fields);
    }
  }

  /** What of a column is indexed. */
  enum IndexPart {
    COLUMN,
    VALUES,
    KEYS,
    ENTRIES,
    FULL
  }

  /** One target of an index. */
  record IndexTarget(IndexPart part, Identifier column) {}

  /**
   * CREATE INDEX; {@code custom} is the span of the word CUSTOM, {@code className} what follows
   * USING.
   */
  record CreateIndex(
      Optional<Identifier> name,
      Existence existence,
      Optional<Span> custom,
      TableRef table,
      List<IndexTarget> targets,
      Optional<String> className,
      Map<String, OptionValue> options,
      Span span)
      implements Ddl {
    public CreateIndex {
      targets = List.copyOf(targets);
      options = ordered(options);
    }

    @Override
    public Optional<TableRef> tableRef() {
      return Optional.of(table);
    }
  }

  /** CREATE MATERIALIZED VIEW; markers parse, but no server takes them. */
  record CreateView(
      TableRef view,
      Existence existence,
      Projection projection,
      TableRef base,
      Where where,
      PrimaryKey primaryKey,
      TableOptions with,
      List<Term.Marker> markers,
      Span span)
      implements Ddl {
    public CreateView {
      markers = List.copyOf(markers);
    }
  }

  /** ALTER MATERIALIZED VIEW. */
  record AlterView(TableRef view, Existence existence, Map<String, OptionValue> options, Span span)
      implements Ddl {
    public AlterView {
      options = ordered(options);
    }
  }

  /** ALTER TABLE. */
  record AlterTable(TableRef table, Existence existence, Alteration alteration, Span span)
      implements Ddl {
    @Override
    public Optional<TableRef> tableRef() {
      return Optional.of(table);
    }
  }

  /** ALTER TYPE. */
  record AlterType(TableRef type, Existence existence, Alteration alteration, Span span)
      implements Ddl {}

  /** What is dropped. */
  enum DropKind {
    KEYSPACE,
    TABLE,
    TYPE,
    INDEX,
    VIEW
  }

  /** DROP; for a keyspace its name stands in {@code target.table()}. */
  record Drop(DropKind kind, TableRef target, Existence existence, Span span) implements Ddl {
    @Override
    public Optional<TableRef> tableRef() {
      return kind == DropKind.TABLE ? Optional.of(target) : Optional.empty();
    }
  }

  /** What an ALTER TABLE or ALTER TYPE does; {@code existence} is that of the columns or fields. */
  sealed interface Alteration {

    /** ADD. */
    record AddColumns(List<ColumnDefinition> columns, Existence existence) implements Alteration {}

    /** DROP; {@code timestamp} as written. */
    record DropColumns(List<Identifier> columns, Existence existence, Optional<String> timestamp)
        implements Alteration {}

    /** RENAME. */
    record Rename(List<Renaming> renamings, Existence existence) implements Alteration {}

    /** One RENAME. */
    record Renaming(Identifier from, Identifier to) {}

    /** ALTER c TYPE t. */
    record ChangeType(Identifier column, CqlType type) implements Alteration {}

    /** ALTER c MASKED WITH, or DROP MASKED (no mask). */
    record ChangeMask(Identifier column, Existence existence, Optional<String> mask)
        implements Alteration {}

    /** DROP COMPACT STORAGE. */
    record DropCompactStorage() implements Alteration {}

    /** WITH. */
    record ChangeOptions(Map<String, OptionValue> options) implements Alteration {}
  }
}
