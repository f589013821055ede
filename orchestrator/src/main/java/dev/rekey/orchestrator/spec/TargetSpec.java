package dev.rekey.orchestrator.spec;

import dev.rekey.control.TableName;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The two ways to say what the target looks like. */
public sealed interface TargetSpec {

  /**
   * The key and some options; Rekey writes the DDL.
   *
   * @param table the table to create
   * @param partitionKey internal column names, in order
   * @param clustering in order
   * @param options option name to value as YAML gave it (text, number, boolean or map)
   */
  record Keys(
      TableName table,
      List<String> partitionKey,
      List<ClusteringColumn> clustering,
      Map<String, Object> options)
      implements TargetSpec {

    /** Copies the lists. */
    public Keys {
      Objects.requireNonNull(table, "table");
      partitionKey = List.copyOf(partitionKey);
      clustering = List.copyOf(clustering);
      options = Map.copyOf(options);
    }
  }

  /** A full {@code CREATE TABLE} the team wrote. */
  record Ddl(String text) implements TargetSpec {}

  /**
   * A clustering column.
   *
   * @param name internal name
   * @param order its order
   */
  record ClusteringColumn(String name, Order order) {}

  /** The order of a clustering column. */
  enum Order {
    /** Ascending. */
    ASC,
    /** Descending. */
    DESC
  }
}
