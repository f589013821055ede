package dev.rekey.cql;

import dev.rekey.cql.grammar.CqlSyntax;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** Reads the statements that create, change or drop tables, types, indexes, views and keyspaces. */
final class DdlReader extends ClauseReader {

  private final String text;

  DdlReader(String text) {
    super(text);
    this.text = text;
  }

  static Ddl.Existence existence(@Nullable ParserRuleContext condition) {
    if (condition == null) {
      return Ddl.Existence.REQUIRED;
    }

    return condition instanceof CqlSyntax.IfExistsContext
        ? Ddl.Existence.IF_EXISTS
        : Ddl.Existence.IF_NOT_EXISTS;
  }

  Ddl createKeyspace(CqlSyntax.CreateKeyspaceContext context) {
    return new Ddl.CreateKeyspace(
        name(context.name()),
        existence(context.ifNotExists()),
        options(context.option()),
        span(context));
  }

  Ddl alterKeyspace(CqlSyntax.AlterKeyspaceContext context) {
    return new Ddl.AlterKeyspace(
        name(context.name()),
        existence(context.ifExists()),
        options(context.option()),
        span(context));
  }

  Ddl createTable(CqlSyntax.CreateTableContext context) {
    List<ColumnDefinition> columns = new ArrayList<>();
    Optional<Ddl.PrimaryKey> key = Optional.empty();
    for (CqlSyntax.TableItemContext item : context.tableItem()) {
      Optional<Ddl.PrimaryKey> next;
      if (item.primaryKey() != null) {
        next = Optional.of(primaryKey(item.primaryKey()));
      } else {
        ColumnDefinition column = column(item.columnDefinition());
        columns.add(column);
        next = inlineKey(column);
      }

      if (key.isPresent() && next.isPresent()) {
        throw SyntaxErrors.at(item, "a second PRIMARY KEY");
      }

      key = next.isPresent() ? next : key;
    }

    return new Ddl.CreateTable(
        table(context.tableName()),
        existence(context.ifNotExists()),
        columns,
        key.orElseGet(() -> new Ddl.PrimaryKey(List.of(), List.of())),
        tableOptions(context.tableOption()),
        span(context));
  }

  private static Optional<Ddl.PrimaryKey> inlineKey(ColumnDefinition column) {
    return column.flags().contains(ColumnDefinition.Flag.PRIMARY_KEY)
        ? Optional.of(new Ddl.PrimaryKey(List.of(column.column()), List.of()))
        : Optional.empty();
  }

  private ColumnDefinition column(CqlSyntax.ColumnDefinitionContext context) {
    Set<ColumnDefinition.Flag> flags = EnumSet.noneOf(ColumnDefinition.Flag.class);
    if (context.K_STATIC() != null) {
      flags.add(ColumnDefinition.Flag.STATIC);
    }

    if (context.K_PRIMARY() != null) {
      flags.add(ColumnDefinition.Flag.PRIMARY_KEY);
    }

    return new ColumnDefinition(
        name(context.name()), type(context.type()), flags, mask(context.mask()), span(context));
  }

  /** The text behind MASKED WITH. */
  private Optional<String> mask(CqlSyntax.@Nullable MaskContext context) {
    if (context == null) {
      return Optional.empty();
    }

    int afterWith = context.K_WITH().getSymbol().getStopIndex() + 1;

    return Optional.of(text.substring(afterWith, span(context).end()).strip());
  }

  private Ddl.PrimaryKey primaryKey(CqlSyntax.PrimaryKeyContext context) {
    return new Ddl.PrimaryKey(names(context.partitionKey().name()), names(context.name()));
  }

  private Ddl.TableOptions tableOptions(List<CqlSyntax.TableOptionContext> contexts) {
    Map<String, OptionValue> options = new LinkedHashMap<>();
    List<Select.Ordering> order = new ArrayList<>();
    Optional<Span> compact = Optional.empty();
    for (CqlSyntax.TableOptionContext context : contexts) {
      if (context.option() != null) {
        put(options, context.option());
      } else if (context.K_COMPACT() != null) {
        compact = Optional.of(span(context));
      } else {
        context.clusteringOrder().forEach(ordering -> order.add(ordering(ordering)));
      }
    }

    return new Ddl.TableOptions(options, order, compact);
  }

  private Select.Ordering ordering(CqlSyntax.ClusteringOrderContext context) {
    return new Select.Ordering(
        name(context.name()),
        Optional.empty(),
        context.K_DESC() == null ? Select.Direction.ASC : Select.Direction.DESC,
        span(context));
  }

  private Map<String, OptionValue> options(List<CqlSyntax.OptionContext> contexts) {
    Map<String, OptionValue> options = new LinkedHashMap<>();
    contexts.forEach(context -> put(options, context));

    return options;
  }

  private void put(Map<String, OptionValue> options, CqlSyntax.OptionContext context) {
    String name = internal(context.name().getStart());
    if (options.put(name, optionValue(context)) != null) {
      throw SyntaxErrors.at(context, "the option " + name + " is given twice");
    }
  }

  private OptionValue optionValue(CqlSyntax.OptionContext context) {
    if (context.optionMap() != null) {
      return new OptionValue.Entries(entries(context.optionMap()), textOf(context.optionMap()));
    }

    return context.constant() != null
        ? new OptionValue.Scalar(constant(context.constant()).text(), textOf(context.constant()))
        : new OptionValue.Scalar(
            internal(context.unreservedWord().getStart()), textOf(context.unreservedWord()));
  }

  private Map<String, String> entries(CqlSyntax.OptionMapContext context) {
    Map<String, String> entries = new LinkedHashMap<>();
    List<CqlSyntax.ConstantContext> constants = context.constant();
    for (int i = 0; i + 1 < constants.size(); i += 2) {
      String key = constant(constants.get(i)).text();
      if (entries.put(key, constant(constants.get(i + 1)).text()) != null) {
        throw SyntaxErrors.at(constants.get(i), "the property " + key + " is given twice");
      }
    }

    return entries;
  }

  Ddl createType(CqlSyntax.CreateTypeContext context) {
    return new Ddl.CreateType(
        typeRef(context.typeName()),
        existence(context.ifNotExists()),
        context.fieldDefinition().stream()
            .map(field -> new Ddl.FieldDefinition(name(field.name()), type(field.type())))
            .toList(),
        span(context));
  }

  Ddl createIndex(CqlSyntax.CreateIndexContext context) {
    return new Ddl.CreateIndex(
        Optional.ofNullable(context.name()).map(this::name),
        existence(context.ifNotExists()),
        Optional.ofNullable(context.K_CUSTOM())
            .map(word -> span(word.getSymbol(), word.getSymbol())),
        table(context.tableName()),
        context.indexTarget().stream().map(this::indexTarget).toList(),
        Optional.ofNullable(context.string()).map(this::string),
        options(context.option()),
        span(context));
  }

  private Ddl.IndexTarget indexTarget(CqlSyntax.IndexTargetContext context) {
    Identifier column = column(context.column());
    if (context.LPAREN() == null) {
      return new Ddl.IndexTarget(Ddl.IndexPart.COLUMN, column);
    } else if (context.K_VALUES() != null) {
      return new Ddl.IndexTarget(Ddl.IndexPart.VALUES, column);
    } else if (context.K_KEYS() != null) {
      return new Ddl.IndexTarget(Ddl.IndexPart.KEYS, column);
    }

    return new Ddl.IndexTarget(
        context.K_FULL() != null ? Ddl.IndexPart.FULL : Ddl.IndexPart.ENTRIES, column);
  }

  Ddl createView(CqlSyntax.CreateViewContext context) {
    return new Ddl.CreateView(
        table(context.view),
        existence(context.ifNotExists()),
        projection(context.projection()),
        table(context.base),
        where(context.where()),
        primaryKey(context.primaryKey()),
        tableOptions(context.tableOption()),
        markersFrom(0),
        span(context));
  }

  Ddl alterView(CqlSyntax.AlterViewContext context) {
    return new Ddl.AlterView(
        table(context.tableName()),
        existence(context.ifExists()),
        options(context.option()),
        span(context));
  }

  Ddl alterTable(CqlSyntax.AlterTableContext context) {
    return new Ddl.AlterTable(
        table(context.tableName()),
        existence(context.ifExists()),
        alteration(context.alteration()),
        span(context));
  }

  private Ddl.Alteration alteration(CqlSyntax.AlterationContext context) {
    if (context instanceof CqlSyntax.AddColumnsContext add) {
      return new Ddl.Alteration.AddColumns(
          add.addedColumn().stream().map(this::added).toList(), existence(add.ifNotExists()));
    } else if (context instanceof CqlSyntax.DropColumnsContext drop) {
      return new Ddl.Alteration.DropColumns(
          names(drop.name()),
          existence(drop.ifExists()),
          Optional.ofNullable(drop.INTEGER()).map(integer -> integer.getText()));
    } else if (context instanceof CqlSyntax.RenameColumnsContext rename) {
      return renaming(rename.renaming(), existence(rename.ifExists()));
    } else if (context instanceof CqlSyntax.AlterOptionsContext alter) {
      return new Ddl.Alteration.ChangeOptions(options(alter.option()));
    } else if (context instanceof CqlSyntax.AlterColumnTypeContext alter) {
      return new Ddl.Alteration.ChangeType(column(alter.column()), type(alter.type()));
    } else if (context instanceof CqlSyntax.AlterMaskContext alter) {
      return new Ddl.Alteration.ChangeMask(
          column(alter.column()), existence(alter.ifExists()), mask(alter.mask()));
    }

    return new Ddl.Alteration.DropCompactStorage();
  }

  private Ddl.Alteration renaming(
      List<CqlSyntax.RenamingContext> contexts, Ddl.Existence existence) {
    return new Ddl.Alteration.Rename(
        contexts.stream()
            .map(one -> new Ddl.Alteration.Renaming(name(one.from), name(one.to)))
            .toList(),
        existence);
  }

  private ColumnDefinition added(CqlSyntax.AddedColumnContext context) {
    Set<ColumnDefinition.Flag> flags =
        context.K_STATIC() == null ? Set.of() : Set.of(ColumnDefinition.Flag.STATIC);

    return new ColumnDefinition(
        name(context.name()), type(context.type()), flags, mask(context.mask()), span(context));
  }

  Ddl alterType(CqlSyntax.AlterTypeContext context) {
    Ddl.Alteration alteration;
    if (context.K_ADD() != null) {
      Identifier field = name(context.name());
      ColumnDefinition added =
          new ColumnDefinition(
              field,
              type(context.type()),
              Set.of(),
              Optional.empty(),
              span(context.name(), context.type()));
      alteration = new Ddl.Alteration.AddColumns(List.of(added), existence(context.ifNotExists()));
    } else if (context.K_RENAME() != null) {
      Ddl.Existence fields =
          context.ifExists().stream()
                  .anyMatch(
                      c ->
                          c.getStart().getTokenIndex()
                              > context.K_RENAME().getSymbol().getTokenIndex())
              ? Ddl.Existence.IF_EXISTS
              : Ddl.Existence.REQUIRED;
      alteration = renaming(context.renaming(), fields);
    } else {
      alteration = new Ddl.Alteration.ChangeType(name(context.name()), type(context.type()));
    }

    Ddl.Existence existence =
        context.ifExists().stream()
                .anyMatch(
                    c ->
                        c.getStart().getTokenIndex()
                            < context.typeName().getStart().getTokenIndex())
            ? Ddl.Existence.IF_EXISTS
            : Ddl.Existence.REQUIRED;

    return new Ddl.AlterType(typeRef(context.typeName()), existence, alteration, span(context));
  }

  Ddl drop(CqlSyntax.DropContext context) {
    Span span = span(context);
    if (context instanceof CqlSyntax.DropTableContext drop) {
      return new Ddl.Drop(
          Ddl.DropKind.TABLE, table(drop.tableName()), existence(drop.ifExists()), span);
    } else if (context instanceof CqlSyntax.DropViewContext drop) {
      return new Ddl.Drop(
          Ddl.DropKind.VIEW, table(drop.tableName()), existence(drop.ifExists()), span);
    } else if (context instanceof CqlSyntax.DropIndexContext drop) {
      return new Ddl.Drop(
          Ddl.DropKind.INDEX, table(drop.tableName()), existence(drop.ifExists()), span);
    } else if (context instanceof CqlSyntax.DropTypeContext drop) {
      return new Ddl.Drop(
          Ddl.DropKind.TYPE, typeRef(drop.typeName()), existence(drop.ifExists()), span);
    }

    CqlSyntax.DropKeyspaceContext drop = (CqlSyntax.DropKeyspaceContext) context;
    Identifier keyspace = name(drop.name());

    return new Ddl.Drop(
        Ddl.DropKind.KEYSPACE,
        new TableRef(Optional.empty(), keyspace.name(), keyspace.span()),
        existence(drop.ifExists()),
        span);
  }
}
