package dev.rekey.orchestrator.plan;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.TableShape;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The table to be created.
 *
 * @param shape columns and key
 * @param options option name to its value in CQL, in order
 * @param notes what was changed or left out in comparison with the source, for the reader
 */
public record TargetTable(TableShape shape, Map<String, String> options, List<String> notes) {

  /** The least {@code gc_grace_seconds} of a target: Cassandra's default of ten days. */
  public static final long MIN_GC_GRACE_SECONDS = 864_000;

  /** Copies the options, keeping their order. */
  public TargetTable {
    options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    notes = List.copyOf(notes);
  }

  /** The statement that creates it, over several lines, without a final semicolon. */
  public String ddl() {
    StringBuilder text = new StringBuilder("CREATE TABLE ").append(shape.qualifiedName());
    text.append(" (\n");
    for (Column column : shape.columns()) {
      text.append("    ").append(column.cql()).append(' ').append(column.type());
      text.append(column.kind() == ColumnKind.STATIC ? " static" : "").append(",\n");
    }
    text.append("    PRIMARY KEY (").append(primaryKey()).append(")\n)");
    String separator = " WITH ";
    if (!shape.clustering().isEmpty()) {
      text.append(separator).append("CLUSTERING ORDER BY (").append(order()).append(')');
      separator = "\n  AND ";
    }
    for (Map.Entry<String, String> option : options.entrySet()) {
      text.append(separator).append(option.getKey()).append(" = ").append(option.getValue());
      separator = "\n  AND ";
    }
    return text.toString();
  }

  /** How long tombstones of the table are kept; the server's default where no option says it. */
  public long gcGraceSeconds() {
    return number("gc_grace_seconds", MIN_GC_GRACE_SECONDS);
  }

  /** The number of an option, or {@code otherwise} if the option is not given. */
  public long number(String option, long otherwise) {
    return TableSchema.number(options, option, otherwise);
  }

  private String primaryKey() {
    String partition = names(shape.partitionKey());
    String whole = shape.partitionKey().size() > 1 ? "(" + partition + ")" : partition;
    return shape.clustering().isEmpty()
        ? "(" + partition + ")"
        : whole + ", " + names(shape.clustering());
  }

  private String order() {
    return shape.clustering().stream()
        .map(column -> column.cql() + (column.descending() ? " DESC" : " ASC"))
        .collect(Collectors.joining(", "));
  }

  private static String names(List<Column> columns) {
    return columns.stream().map(Column::cql).collect(Collectors.joining(", "));
  }
}
