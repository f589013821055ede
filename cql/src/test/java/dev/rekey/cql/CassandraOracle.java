package dev.rekey.cql;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.CQLFragmentParser;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.ColumnIdentifier;
import org.apache.cassandra.cql3.CqlParser;
import org.apache.cassandra.cql3.MultiColumnRelation;
import org.apache.cassandra.cql3.Operation;
import org.apache.cassandra.cql3.QualifiedName;
import org.apache.cassandra.cql3.Relation;
import org.apache.cassandra.cql3.SingleColumnRelation;
import org.apache.cassandra.cql3.WhereClause;
import org.apache.cassandra.cql3.selection.RawSelector;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.cql3.statements.QualifiedStatement;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.utils.Pair;

/**
 * Cassandra's own parser, without a server; looks into its parsed statements to say what it
 * understood.
 */
final class CassandraOracle {

  static {
    DatabaseDescriptor.clientInitialization(false);
  }

  private CassandraOracle() {}

  static Optional<Shape> parse(String text) {
    CQLStatement.Raw raw;
    try {
      raw = CQLFragmentParser.parseAnyUnhandled(CqlParser::query, text);
    } catch (Exception e) {
      return Optional.empty();
    }

    // The server's recovery may hand back nothing without an error; it then fails on the null.
    return raw == null ? Optional.empty() : Optional.of(shape(raw));
  }

  private static Shape shape(CQLStatement.Raw raw) {
    String kind = kind(raw);
    List<String> markers =
        CassandraOracle.<List<ColumnIdentifier>>field(field(raw, "bindVariables"), "variableNames")
            .stream()
            .map(name -> name == null ? "?" : name.toString())
            .toList();
    if (kind.equals("batch")) {
      List<String> tables = new ArrayList<>();
      List<String> columns = new ArrayList<>();
      for (ModificationStatement.Parsed child :
          CassandraOracle.<List<ModificationStatement.Parsed>>field(raw, "parsedStatements")) {
        tables.add(table(child));
        columns.addAll(columns(kind(child), child));
      }

      return new Shape(kind, String.join(",", tables), columns, markers, OracleOptions.of(raw));
    }

    return new Shape(kind, table(raw), columns(kind, raw), markers, OracleOptions.of(raw));
  }

  private static String kind(CQLStatement.Raw raw) {
    String name = raw.getClass().getName();
    String simple = name.substring(name.lastIndexOf('.') + 1);

    return switch (simple) {
      case "SelectStatement$RawStatement" -> "select";
      case "UpdateStatement$ParsedInsert" -> "insert";
      case "UpdateStatement$ParsedInsertJson" -> "insertjson";
      case "UpdateStatement$ParsedUpdate" -> "update";
      case "DeleteStatement$Parsed" -> "delete";
      case "BatchStatement$Parsed" -> "batch";
      case "DropKeyspaceStatement$Raw",
          "DropTableStatement$Raw",
          "DropTypeStatement$Raw",
          "DropIndexStatement$Raw",
          "DropViewStatement$Raw" ->
          "drop";
      default -> simple.replaceAll("Statement.*", "").toLowerCase(Locale.ROOT);
    };
  }

  private static String table(CQLStatement.Raw raw) {
    if (raw instanceof QualifiedStatement) {
      return qualified(field(raw, "qualifiedName"));
    }

    return switch (raw.getClass().getName().replaceAll(".*\\.", "")) {
      case "CreateTableStatement$Raw", "AlterTableStatement$Raw", "DropTableStatement$Raw" ->
          qualified(field(raw, "name"));
      case "CreateIndexStatement$Raw" -> qualified(field(raw, "tableName"));
      default -> "-";
    };
  }

  private static String qualified(QualifiedName name) {
    return name.hasKeyspace() ? name.getKeyspace() + "." + name.getName() : name.getName();
  }

  private static List<String> columns(String kind, CQLStatement.Raw raw) {
    List<String> columns = new ArrayList<>();
    switch (kind) {
      case "insert" -> columns.addAll(names(field(raw, "columnNames")));
      case "update" -> {
        CassandraOracle.<List<Pair<ColumnIdentifier, ?>>>field(raw, "updates")
            .forEach(update -> columns.add(update.left.toString()));
        addWhere(columns, field(raw, "whereClause"));
        addConditions(columns, (ModificationStatement.Parsed) raw);
      }
      case "delete" -> {
        CassandraOracle.<List<Operation.RawDeletion>>field(raw, "deletions")
            .forEach(deletion -> columns.add(deletion.affectedColumn().toString()));
        addWhere(columns, field(raw, "whereClause"));
        addConditions(columns, (ModificationStatement.Parsed) raw);
      }
      case "select" -> {
        SelectStatement.RawStatement select = (SelectStatement.RawStatement) raw;
        for (RawSelector selector : select.selectClause) {
          columns.add(selector.alias == null ? "-" : selector.alias.toString());
        }

        addWhere(columns, select.whereClause);
      }
      case "createtable" -> {
        columns.addAll(
            names(
                    new ArrayList<>(
                        CassandraOracle.<Map<ColumnIdentifier, ?>>field(raw, "rawColumns")
                            .keySet()))
                .stream()
                .sorted()
                .toList());
        addKey(columns, raw);
      }
      case "createview" -> addKey(columns, raw);
      default -> {}
    }

    return columns;
  }

  private static void addKey(List<String> columns, CQLStatement.Raw raw) {
    List<ColumnIdentifier> partition = field(raw, "partitionKeyColumns");
    columns.addAll(partition == null ? List.of() : names(partition));
    columns.add("|");
    columns.addAll(names(field(raw, "clusteringColumns")));
    CassandraOracle.<Map<ColumnIdentifier, Boolean>>field(raw, "clusteringOrder")
        .forEach((column, ascending) -> columns.add(column + (ascending ? " ASC" : " DESC")));
    CassandraOracle.<Map<String, ?>>field(field(raw, "attrs"), "properties").keySet().stream()
        .sorted()
        .forEach(columns::add);
  }

  private static void addWhere(List<String> columns, WhereClause where) {
    for (Relation relation : where.relations) {
      if (relation instanceof SingleColumnRelation single) {
        columns.add(single.getEntity().toString());
      } else if (relation instanceof MultiColumnRelation multi) {
        columns.addAll(names(multi.getEntities()));
      } else {
        columns.addAll(names(field(relation, "entities")));
      }
    }
  }

  private static void addConditions(List<String> columns, ModificationStatement.Parsed raw) {
    raw.getConditions().forEach(condition -> columns.add(condition.left.toString()));
  }

  private static List<String> names(List<ColumnIdentifier> identifiers) {
    return identifiers.stream().map(ColumnIdentifier::toString).toList();
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <T> T field(Object owner, String name) {
    for (Class<?> type = owner.getClass(); type != null; type = type.getSuperclass()) {
      try {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);

        return (T) field.get(owner);
      } catch (NoSuchFieldException e) {
        // look in the parent
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
    }

    throw new AssertionError("Cannot look into " + owner.getClass() + ": no field " + name);
  }
}
