package dev.rekey.cql;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What both parsers must agree on: kind, table, columns in order of clauses, the names of the
 * markers in order, and the options: USING, IF, limits, orderings and the like.
 */
record Shape(
    String kind, String table, List<String> columns, List<String> markers, List<String> options) {

  static Shape of(ParsedStatement statement) {
    List<String> markers =
        statement.markers().stream().map(marker -> marker.name().orElse("?")).toList();
    if (statement instanceof Batch batch) {
      List<Shape> children = batch.children().stream().map(Shape::of).toList();

      return new Shape(
          "batch",
          String.join(",", children.stream().map(Shape::table).toList()),
          children.stream().flatMap(child -> child.columns().stream()).toList(),
          markers,
          Stream.of(
                  Stream.of(batch.kind().name()),
                  using(batch.using()),
                  children.stream().flatMap(child -> child.options().stream()))
              .flatMap(part -> part)
              .toList());
    }

    return new Shape(
        kind(statement),
        statement.tableRef().map(Shape::qualified).orElse("-"),
        columns(statement).toList(),
        markers,
        options(statement).toList());
  }

  private static Stream<String> options(ParsedStatement statement) {
    if (statement instanceof Select select) {
      return options(select);
    }
    if (!(statement instanceof Modification write)) {
      return Stream.empty();
    }
    Stream<String> own = Stream.empty();
    if (write instanceof Insert insert) {
      own = Stream.of("values " + insert.values().size());
    } else if (write instanceof InsertJson json) {
      own = Stream.of(json.missingColumns().name());
    }
    Stream<String> conditions =
        write.conditions().present() ? Stream.of(write.conditions().kind().name()) : Stream.empty();
    return Stream.of(own, conditions, using(write.using())).flatMap(part -> part);
  }

  private static Stream<String> options(Select select) {
    return Stream.of(
            select.modes().stream().map(Enum::name).sorted(),
            select.limit().stream().map(limit -> "LIMIT " + number(limit.value())),
            select.perPartitionLimit().stream()
                .map(limit -> "PER PARTITION LIMIT " + number(limit.value())),
            select.groupBy().stream().map(groups -> "GROUP BY " + groups.value().size()),
            select.orderBy().stream()
                .flatMap(orderings -> orderings.value().stream())
                .map(ordering -> "ORDER BY " + ordering.direction()),
            select.allowFiltering().stream().map(span -> "ALLOW FILTERING"))
        .flatMap(part -> part);
  }

  private static Stream<String> using(Using using) {
    return Stream.concat(
        using.timestamp().stream().map(term -> "TIMESTAMP " + number(term)),
        using.ttl().stream().map(term -> "TTL " + number(term)));
  }

  private static String number(Term term) {
    return term instanceof Term.Literal literal ? literal.text() : "?";
  }

  private static String kind(ParsedStatement statement) {
    return statement.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
  }

  private static String qualified(TableRef table) {
    return table.keyspace().map(keyspace -> keyspace + ".").orElse("") + table.table();
  }

  private static Stream<String> columns(ParsedStatement statement) {
    if (statement instanceof Insert insert) {
      return names(insert.columns());
    } else if (statement instanceof Update update) {
      return Stream.concat(
          names(update.assignments().stream().map(Assignment::column).toList()),
          Stream.concat(restricted(update.where()), conditional(update.conditions())));
    } else if (statement instanceof Delete delete) {
      return Stream.concat(
          names(delete.deletions().stream().map(ColumnTarget::column).toList()),
          Stream.concat(restricted(delete.where()), conditional(delete.conditions())));
    } else if (statement instanceof Select select) {
      return Stream.concat(aliases(select.projection()), restricted(select.where()));
    } else if (statement instanceof Ddl.CreateTable table) {
      return Stream.concat(
          table.columns().stream().map(ColumnDefinition::name).sorted(),
          key(table.primaryKey(), table.with()));
    } else if (statement instanceof Ddl.CreateView view) {
      return key(view.primaryKey(), view.with());
    }

    return Stream.empty();
  }

  private static Stream<String> key(Ddl.PrimaryKey key, Ddl.TableOptions with) {
    return Stream.of(
            names(key.partition()),
            Stream.of("|"),
            names(key.clustering()),
            with.clusteringOrder().stream()
                .map(order -> order.column().name() + " " + order.direction()),
            with.options().keySet().stream().sorted())
        .flatMap(part -> part);
  }

  private static Stream<String> aliases(Projection projection) {
    return projection.selectors().stream()
        .map(selector -> selector.alias().map(Identifier::name).orElse("-"));
  }

  private static Stream<String> restricted(Where where) {
    return where.relations().stream().flatMap(relation -> names(relation.columns()));
  }

  private static Stream<String> conditional(Conditions conditions) {
    return names(
        conditions.conditions().stream().map(condition -> condition.target().column()).toList());
  }

  private static Stream<String> names(List<Identifier> identifiers) {
    return identifiers.stream().map(Identifier::name);
  }

  static Optional<Shape> ifAccepted(String text) {
    try {
      return Optional.of(of(CqlParser.parse(text)));
    } catch (CqlSyntaxException e) {
      return Optional.empty();
    }
  }
}
