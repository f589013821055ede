package dev.rekey.cql.route;

import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.cql.Batch;
import dev.rekey.cql.Ddl;
import dev.rekey.cql.Modification;
import dev.rekey.cql.ParsedStatement;
import dev.rekey.cql.Select;
import dev.rekey.cql.Span;
import dev.rekey.cql.TableRef;
import dev.rekey.cql.Truncate;
import java.util.List;
import java.util.Optional;

/** Decides where a statement goes under one mapping. Pure: no server is asked. */
public final class Router {
  private Router() {}

  /**
   * Routes one statement.
   *
   * @param text what was parsed; all offsets are into it
   * @param keyspace where unqualified names are looked up; empty string if there is none
   */
  public static Routing route(
      String text, ParsedStatement statement, KeyMapping mapping, String keyspace) {
    if (statement instanceof Batch batch) {
      return batch(text, batch, mapping, keyspace);
    }
    Optional<TableRef> table = table(statement);
    if (table.isEmpty()) {
      return new Routing.PassThrough();
    }
    boolean isSource = names(table.get(), mapping.source(), keyspace);
    boolean isTarget = names(table.get(), mapping.target(), keyspace);
    if (!isSource && !isTarget) {
      return new Routing.PassThrough();
    }
    Optional<Routing.Refused> refused = ofEitherTable(statement, mapping);
    if (refused.isPresent()) {
      return refused.get();
    }
    if (isTarget) {
      return Inversion.of(text, statement, mapping);
    }
    return statement instanceof Select select
        ? new Reads(text, mapping, select).route()
        : new Writes(text, mapping).route((Modification) statement);
  }

  /** The table a statement is about; a view's is its base table. */
  public static Optional<TableRef> table(ParsedStatement statement) {
    return statement instanceof Ddl.CreateView view
        ? Optional.of(view.base())
        : statement.tableRef();
  }

  private static boolean names(TableRef table, TableShape shape, String keyspace) {
    return table.names(shape.keyspace(), shape.table(), keyspace);
  }

  private static Optional<Routing.Refused> ofEitherTable(
      ParsedStatement statement, KeyMapping mapping) {
    if (statement instanceof Truncate) {
      return Optional.of(
          new Routing.Refused(
              RefusalCode.TRUNCATE,
              "TRUNCATE leaves nothing that would outlive rows still being copied",
              "roll the migration %s back before truncating".formatted(mapping.migration())));
    }
    if (statement instanceof Select || statement instanceof Modification) {
      return Optional.empty();
    }
    return Optional.of(
        new Routing.Refused(
            RefusalCode.SCHEMA_CHANGE,
            "the schema of both tables must stay as migration %s found it"
                .formatted(mapping.migration()),
            "change the schema before or after the migration"));
  }

  private static Routing batch(String text, Batch batch, KeyMapping mapping, String keyspace) {
    List<Routing.BatchPlan.Part> parts =
        batch.children().stream()
            .map(
                child ->
                    new Routing.BatchPlan.Part(
                        verbatim(text, child.span(), child), route(text, child, mapping, keyspace)))
            .toList();
    boolean other = parts.stream().allMatch(part -> part.routing() instanceof Routing.PassThrough);
    if (other) {
      return new Routing.PassThrough();
    }
    if (batch.kind() == Batch.Kind.COUNTER) {
      return Refusals.counter("in a counter batch");
    }
    return new Routing.BatchPlan(batch.kind(), parts, batch.using().timestamp());
  }

  private static Template verbatim(String text, Span region, ParsedStatement statement) {
    Edits edits = new Edits(text, region);
    statement.markers().stream()
        .filter(m -> m.span().start() >= region.start() && m.span().end() <= region.end())
        .forEach(m -> edits.replace(m.span(), new Hole.Marker(m.index())));
    return edits.apply();
  }
}
