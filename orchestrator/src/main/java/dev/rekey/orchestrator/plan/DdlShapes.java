package dev.rekey.orchestrator.plan;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.cql.ColumnDefinition;
import dev.rekey.cql.CqlParser;
import dev.rekey.cql.CqlSyntaxException;
import dev.rekey.cql.CqlType;
import dev.rekey.cql.Ddl;
import dev.rekey.cql.Identifier;
import dev.rekey.cql.OptionValue;
import dev.rekey.cql.ParsedStatement;
import dev.rekey.cql.Select.Direction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Turns a parsed {@code CREATE TABLE} into the planner's terms. */
public final class DdlShapes {

  private DdlShapes() {}

  /**
   * Reads a {@code CREATE TABLE} with a full name.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  public static TableShape read(String ddl) {
    return shape(parse(ddl), Optional.empty());
  }

  /** The options of a {@code CREATE TABLE}, in order, as CQL literals. */
  static Map<String, String> options(Ddl.CreateTable table) {
    return literals(table.with().options());
  }

  static Map<String, String> literals(Map<String, OptionValue> options) {
    Map<String, String> literals = new LinkedHashMap<>();
    options.forEach((name, value) -> literals.put(name, value.cql()));
    return literals;
  }

  static Ddl.CreateTable parse(String ddl) {
    ParsedStatement statement;
    try {
      statement = CqlParser.parse(ddl);
    } catch (CqlSyntaxException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    if (statement instanceof Ddl.CreateTable table) {
      return table;
    }
    throw new IllegalArgumentException("Cannot read a table: the text is not a CREATE TABLE");
  }

  static TableShape shape(Ddl.CreateTable table, Optional<String> defaultKeyspace) {
    String keyspace =
        table
            .table()
            .keyspace()
            .or(() -> defaultKeyspace)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "Cannot read table %s: its keyspace is not named"
                            .formatted(table.table().table())));
    List<String> partition = names(table.primaryKey().partition());
    List<String> clustering = names(table.primaryKey().clustering());
    for (ColumnDefinition column : table.columns()) {
      if (column.flags().contains(ColumnDefinition.Flag.PRIMARY_KEY)
          && !partition.contains(column.name())) {
        partition = List.of(column.name());
      }
    }
    List<Column> columns = new ArrayList<>();
    int regulars = 0;
    int statics = 0;
    for (ColumnDefinition column : table.columns()) {
      String type = type(column.type(), keyspace);
      int inPartition = partition.indexOf(column.name());
      int inClustering = clustering.indexOf(column.name());
      if (inPartition >= 0) {
        columns.add(new Column(column.name(), type, ColumnKind.PARTITION_KEY, inPartition, false));
      } else if (inClustering >= 0) {
        boolean descending = table.with().directionOf(column.name()) == Direction.DESC;
        columns.add(
            new Column(column.name(), type, ColumnKind.CLUSTERING, inClustering, descending));
      } else if (column.isStatic()) {
        columns.add(new Column(column.name(), type, ColumnKind.STATIC, statics++, false));
      } else {
        columns.add(new Column(column.name(), type, ColumnKind.REGULAR, regulars++, false));
      }
    }
    requireKeyColumns(table, columns, partition, clustering);
    return new TableShape(keyspace, table.table().table(), columns);
  }

  private static void requireKeyColumns(
      Ddl.CreateTable table,
      List<Column> columns,
      List<String> partition,
      List<String> clustering) {
    List<String> missing = new ArrayList<>(partition);
    missing.addAll(clustering);
    columns.forEach(column -> missing.remove(column.name()));
    if (!missing.isEmpty() || partition.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot read table %s: its primary key names columns it does not have (%s)"
              .formatted(table.table().table(), missing));
    }
  }

  /** A user type is named with its keyspace, as the driver's metadata does. */
  static String type(CqlType type, String keyspace) {
    return switch (type.kind()) {
      case USER ->
          type.keyspace().isPresent()
              ? type.toString()
              : new CqlType(type.kind(), Optional.of(keyspace), type.name(), List.of(), 0)
                  .toString();
      case LIST, SET, MAP, TUPLE, FROZEN ->
          type.arguments().stream()
              .map(argument -> type(argument, keyspace))
              .collect(Collectors.joining(", ", type.name() + "<", ">"));
      case NATIVE, VECTOR, CUSTOM -> type.toString();
    };
  }

  private static List<String> names(List<Identifier> identifiers) {
    return identifiers.stream().map(Identifier::name).toList();
  }
}
