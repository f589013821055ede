package dev.rekey.orchestrator.guard;

import dev.rekey.control.TableName;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.CqlType;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.orchestrator.plan.LiveSchema;
import dev.rekey.orchestrator.plan.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables still have the columns and keys the mapping was compiled for. */
public final class TablesGuard implements Guard {

  private static final String NAME = "tables-unchanged";

  private final LiveSchema schema;
  private final List<TableShape> wanted;

  private TablesGuard(LiveSchema schema, List<TableShape> wanted) {
    this.schema = schema;
    this.wanted = wanted;
  }

  /** Compares both of the cluster's tables with a mapping. */
  public static TablesGuard ofBoth(LiveSchema schema, KeyMapping mapping) {
    return new TablesGuard(
        schema, Stream.concat(Stream.of(mapping.source()), target(mapping)).toList());
  }

  /** Compares the target only. */
  public static TablesGuard ofTarget(LiveSchema schema, KeyMapping mapping) {
    return new TablesGuard(schema, target(mapping).toList());
  }

  /** The target and what stands beside it. */
  private static Stream<TableShape> target(KeyMapping mapping) {
    Stream<TableShape> beside =
        mapping.index().stream().flatMap(index -> Stream.of(index.buckets(), index.deletes()));
    return Stream.concat(Stream.of(mapping.target()), beside);
  }

  @Override
  public GuardResult check() {
    List<String> differences =
        wanted.stream().flatMap(shape -> differences(schema, shape).stream()).toList();
    return differences.isEmpty()
        ? GuardResult.pass(
            NAME,
            wanted.stream().map(TableShape::qualifiedName).collect(Collectors.joining(" and "))
                + " as the mapping says")
        : GuardResult.fail(
            NAME,
            String.join("; ", differences),
            "undo the change, or roll back and start again with a spec for the new table");
  }

  /** In which ways a table of the cluster is not this shape; empty if it is. */
  public static List<String> differences(LiveSchema schema, TableShape wanted) {
    Optional<TableSchema> found = schema.find(new TableName(wanted.keyspace(), wanted.table()));
    if (found.isEmpty()) {
      return List.of("table " + wanted.qualifiedName() + " does not exist");
    }
    TableShape actual = found.get().shape();
    List<String> differences = new ArrayList<>();
    for (Column column : wanted.columns()) {
      Optional<Column> other = actual.column(column.name());
      if (other.isEmpty()) {
        differences.add(wanted.qualifiedName() + " lacks column " + column.name());
      } else if (!same(column, other.get())) {
        differences.add(
            "%s.%s is %s %s instead of %s %s"
                .formatted(
                    wanted.qualifiedName(),
                    column.name(),
                    other.get().type(),
                    other.get().kind(),
                    column.type(),
                    column.kind()));
      }
    }
    actual.columns().stream()
        .filter(column -> wanted.column(column.name()).isEmpty())
        .forEach(
            column ->
                differences.add(
                    wanted.qualifiedName() + " has an unknown column " + column.name()));
    return differences;
  }

  private static boolean same(Column wanted, Column actual) {
    boolean sameKey =
        !wanted.kind().isKey()
            || (wanted.position() == actual.position()
                && wanted.descending() == actual.descending());
    return wanted.kind() == actual.kind() && sameKey && CqlType.same(wanted.type(), actual.type());
  }
}
