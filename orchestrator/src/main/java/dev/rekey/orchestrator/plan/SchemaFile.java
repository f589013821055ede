package dev.rekey.orchestrator.plan;

import dev.rekey.control.TableName;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.cql.ColumnDefinition;
import dev.rekey.cql.CqlParser;
import dev.rekey.cql.CqlScript;
import dev.rekey.cql.CqlSyntaxException;
import dev.rekey.cql.Ddl;
import dev.rekey.cql.OtherStatement;
import dev.rekey.cql.ParsedStatement;
import dev.rekey.cql.TableRef;
import dev.rekey.cql.Use;
import dev.rekey.orchestrator.plan.TableSchema.Features;
import dev.rekey.orchestrator.plan.TableSchema.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A table as a file of CQL statements leaves it: {@code CREATE TABLE}, then every {@code ALTER
 * TABLE}, index and view that names it. Statements about other things are passed over.
 */
public final class SchemaFile {

  private static final long MAX_BYTES = 20_000_000;

  private final String origin;
  private final TableName name;
  private Optional<String> keyspace = Optional.empty();
  private Optional<Ddl.CreateTable> table = Optional.empty();
  private TableShape shape;
  private final Map<String, String> options = new LinkedHashMap<>();
  private final List<String> views = new ArrayList<>();
  private final List<String> indexes = new ArrayList<>();
  private final List<String> dropped = new ArrayList<>();
  private final List<String> masked = new ArrayList<>();
  private Layout layout = Layout.CQL;

  private SchemaFile(String origin, TableName name) {
    this.origin = origin;
    this.name = name;
  }

  /**
   * Reads the table from a file.
   *
   * @throws SchemaException if the file cannot be read, does not create the table, or a statement
   *     about it cannot be understood
   */
  public static TableSchema read(Path file, TableName name) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new SchemaException(
            "Cannot read schema file %s: larger than %d bytes".formatted(file, MAX_BYTES));
      }
      return parse(file.toString(), Files.readString(file), name);
    } catch (IOException e) {
      throw new SchemaException("Cannot read schema file %s: %s".formatted(file, e), e);
    }
  }

  /** Reads the table from a text. */
  static TableSchema parse(String origin, String text, TableName name) {
    SchemaFile file = new SchemaFile(origin, name);
    for (CqlScript.Statement statement : CqlScript.statements(text)) {
      file.take(statement);
    }
    return file.finish();
  }

  private void take(CqlScript.Statement statement) {
    ParsedStatement parsed;
    try {
      parsed = CqlParser.parse(statement.text());
    } catch (CqlSyntaxException e) {
      if (statement.text().toLowerCase(java.util.Locale.ROOT).contains(name.table())) {
        throw new SchemaException(
            "Cannot read schema file %s: the statement at line %d is not understood (%s)"
                .formatted(origin, statement.line(), e.reason()),
            e);
      }
      return;
    }
    if (parsed instanceof Use use) {
      keyspace = Optional.of(use.keyspace().name());
    } else if (parsed instanceof Ddl ddl) {
      take(ddl);
    } else if (parsed instanceof OtherStatement) {
      return;
    }
  }

  private void take(Ddl ddl) {
    if (ddl instanceof Ddl.CreateTable create && isOurs(create.table())) {
      create(create);
    } else if (ddl instanceof Ddl.AlterTable alter && isOurs(alter.table()) && shape != null) {
      alter(alter.alteration());
    } else if (ddl instanceof Ddl.CreateIndex index && isOurs(index.table())) {
      indexes.add(index.name().map(id -> id.name()).orElse("(unnamed)"));
    } else if (ddl instanceof Ddl.CreateView view && isOurs(view.base())) {
      views.add(view.view().table());
    }
  }

  private boolean isOurs(TableRef ref) {
    return ref.table().equals(name.table())
        && ref.keyspace().or(() -> keyspace).orElse(name.keyspace()).equals(name.keyspace());
  }

  private void create(Ddl.CreateTable create) {
    table = Optional.of(create);
    try {
      shape = DdlShapes.shape(create, keyspace.or(() -> Optional.of(name.keyspace())));
    } catch (IllegalArgumentException e) {
      throw new SchemaException(e.getMessage(), e);
    }
    options.putAll(DdlShapes.options(create));
    layout = create.with().compactStorage().isPresent() ? Layout.COMPACT : Layout.CQL;
    create.columns().stream()
        .filter(column -> column.mask().isPresent())
        .forEach(column -> masked.add(column.name()));
  }

  private void alter(Ddl.Alteration alteration) {
    if (alteration instanceof Ddl.Alteration.AddColumns add) {
      add.columns().forEach(this::add);
    } else if (alteration instanceof Ddl.Alteration.DropColumns drop) {
      drop.columns().forEach(column -> drop(column.name()));
    } else if (alteration instanceof Ddl.Alteration.Rename rename) {
      rename.renamings().forEach(renaming -> rename(renaming.from().name(), renaming.to().name()));
    } else if (alteration instanceof Ddl.Alteration.ChangeOptions change) {
      options.putAll(DdlShapes.literals(change.options()));
    } else if (alteration instanceof Ddl.Alteration.DropCompactStorage) {
      throw new SchemaException(
          "Cannot read schema file %s: it drops COMPACT STORAGE, after which hidden columns appear;"
                  .formatted(origin)
              + " use the server's DESCRIBE TABLE instead");
    } else if (alteration instanceof Ddl.Alteration.ChangeMask change) {
      masked.remove(change.column().name());
      change.mask().ifPresent(mask -> masked.add(change.column().name()));
    } else if (alteration instanceof Ddl.Alteration.ChangeType change) {
      throw new SchemaException(
          "Cannot read schema file %s: ALTER %s TYPE is no longer a statement servers take"
              .formatted(origin, change.column().name()));
    }
  }

  private void add(ColumnDefinition definition) {
    List<Column> columns = new ArrayList<>(shape.columns());
    ColumnKind kind = definition.isStatic() ? ColumnKind.STATIC : ColumnKind.REGULAR;
    int place = (int) columns.stream().filter(column -> column.kind() == kind).count();
    String type = DdlShapes.type(definition.type(), shape.keyspace());
    columns.removeIf(column -> column.name().equals(definition.name()));
    columns.add(new Column(definition.name(), type, kind, place, false));
    shape = new TableShape(shape.keyspace(), shape.table(), columns);
    definition.mask().ifPresent(mask -> masked.add(definition.name()));
  }

  private void drop(String column) {
    List<Column> columns = new ArrayList<>(shape.columns());
    columns.removeIf(candidate -> candidate.name().equals(column));
    shape = new TableShape(shape.keyspace(), shape.table(), columns);
    dropped.add(column);
    masked.remove(column);
  }

  private void rename(String from, String to) {
    List<Column> columns =
        shape.columns().stream()
            .map(
                column ->
                    column.name().equals(from)
                        ? new Column(
                            to,
                            column.type(),
                            column.kind(),
                            column.position(),
                            column.descending())
                        : column)
            .toList();
    shape = new TableShape(shape.keyspace(), shape.table(), columns);
  }

  private TableSchema finish() {
    if (table.isEmpty()) {
      throw new SchemaException(
          "Cannot find table %s: %s has no CREATE TABLE for it".formatted(name, origin));
    }
    return new TableSchema(
        shape, options, new Features(layout, views, indexes, List.of(), dropped, masked), origin);
  }
}
