package dev.rekey.cql;

import dev.rekey.cql.grammar.CqlSyntax;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;

/** Reads the statements that touch rows, each from left to right. */
class DmlReader extends ClauseReader {

  DmlReader(String text) {
    super(text);
  }

  final Select select(CqlSyntax.SelectContext context) {
    Set<Select.Mode> modes = EnumSet.noneOf(Select.Mode.class);
    if (context.K_JSON() != null) {
      modes.add(Select.Mode.JSON);
    }

    if (context.K_DISTINCT() != null) {
      modes.add(Select.Mode.DISTINCT);
    }

    return new Select(
        modes,
        projection(context.projection()),
        table(context.tableName()),
        where(context.where()),
        Optional.ofNullable(context.groupBy())
            .map(groupBy -> clause(selections(groupBy.selection()), groupBy)),
        Optional.ofNullable(context.orderBy()).map(this::orderBy),
        Optional.ofNullable(context.perPartitionLimit())
            .map(limit -> clause(count(limit.count()), limit)),
        Optional.ofNullable(context.limit()).map(limit -> clause(count(limit.count()), limit)),
        Optional.ofNullable(context.allowFiltering()).map(this::span),
        markersFrom(0),
        span(context));
  }

  private Clause<List<Select.Ordering>> orderBy(CqlSyntax.OrderByContext context) {
    return clause(context.ordering().stream().map(this::ordering).toList(), context);
  }

  private Select.Ordering ordering(CqlSyntax.OrderingContext context) {
    return new Select.Ordering(
        column(context.column()),
        Optional.ofNullable(context.term()).map(this::term),
        context.K_DESC() == null ? Select.Direction.ASC : Select.Direction.DESC,
        span(context));
  }

  final Modification insert(CqlSyntax.InsertContext context) {
    int firstMarker = markerCount();
    if (context instanceof CqlSyntax.InsertValuesContext insert) {
      return insertValues(insert, firstMarker);
    }

    CqlSyntax.InsertJsonContext insert = (CqlSyntax.InsertJsonContext) context;
    CqlSyntax.JsonContext json = insert.json();
    Term value =
        json.marker() != null
            ? marker(json.marker())
            : new Term.Literal(Term.LiteralKind.STRING, string(json.string()), span(json));

    return new InsertJson(
        table(insert.tableName()),
        value,
        insert.K_UNSET() == null ? InsertJson.MissingColumns.NULL : InsertJson.MissingColumns.UNSET,
        ifNotExists(insert.ifNotExists()),
        using(insert.using()),
        markersFrom(firstMarker),
        span(insert));
  }

  private Insert insertValues(CqlSyntax.InsertValuesContext context, int firstMarker) {
    List<Identifier> columns = context.column().stream().map(this::column).toList();

    return new Insert(
        table(context.tableName()),
        new Clause<>(columns, span(context.LPAREN(0).getSymbol(), context.RPAREN(0).getSymbol())),
        new Clause<>(
            terms(context.term()),
            span(context.LPAREN(1).getSymbol(), context.RPAREN(1).getSymbol())),
        ifNotExists(context.ifNotExists()),
        using(context.using()),
        markersFrom(firstMarker),
        span(context));
  }

  final Update update(CqlSyntax.UpdateContext context) {
    int firstMarker = markerCount();
    Using using = using(context.using());
    List<CqlSyntax.AssignmentContext> assignments = context.assignment();

    return new Update(
        table(context.tableName()),
        using,
        new Clause<>(
            assignments(assignments),
            span(assignments.get(0), assignments.get(assignments.size() - 1))),
        where(context.where()),
        conditions(context.conditional()),
        markersFrom(firstMarker),
        span(context));
  }

  /**
   * A column set as a whole may not be changed in another way too: the server's parser says so as
   * well.
   */
  private List<Assignment> assignments(List<CqlSyntax.AssignmentContext> contexts) {
    List<Assignment> read = new ArrayList<>();
    for (CqlSyntax.AssignmentContext context : contexts) {
      Assignment next = assignment(context);
      for (Assignment earlier : read) {
        boolean whole =
            earlier instanceof Assignment.SetColumn || next instanceof Assignment.SetColumn;
        if (whole && earlier.column().name().equals(next.column().name())) {
          throw SyntaxErrors.at(
              context, "the column " + next.column().name() + " is set in two ways");
        }
      }

      read.add(next);
    }

    return read;
  }

  private Assignment assignment(CqlSyntax.AssignmentContext context) {
    Span span = span(context);
    if (context instanceof CqlSyntax.SetColumnContext set) {
      return new Assignment.SetColumn(column(set.column()), term(set.term()), span);
    } else if (context instanceof CqlSyntax.SetElementContext set) {
      Term key = term(set.term(0));

      return new Assignment.SetElement(column(set.column()), key, term(set.term(1)), span);
    } else if (context instanceof CqlSyntax.SetFieldContext set) {
      return new Assignment.SetField(
          column(set.column()), name(set.name()), term(set.term()), span);
    } else if (context instanceof CqlSyntax.AddInPlaceContext add) {
      Identifier column = column(add.column());
      Term value = term(add.term());

      return add.PLUS_EQ() != null
          ? new Assignment.Append(column, value, span)
          : new Assignment.Subtract(column, value, span);
    }

    return selfReference(context, span);
  }

  private Assignment selfReference(CqlSyntax.AssignmentContext context, Span span) {
    if (context instanceof CqlSyntax.PrependColumnContext prepend) {
      return new Assignment.Prepend(
          same(prepend.column(0), prepend.column(1)), term(prepend.term()), span);
    } else if (context instanceof CqlSyntax.AddToColumnContext add) {
      Identifier column = same(add.column(0), add.column(1));
      Term value = term(add.term());

      return add.PLUS() != null
          ? new Assignment.Append(column, value, span)
          : new Assignment.Subtract(column, value, span);
    }

    CqlSyntax.AddSignedIntegerContext add = (CqlSyntax.AddSignedIntegerContext) context;
    Identifier column = same(add.column(0), add.column(1));
    Term value =
        new Term.Literal(
            Term.LiteralKind.INTEGER,
            add.INTEGER().getText(),
            span(add.INTEGER().getSymbol(), add.INTEGER().getSymbol()));

    return new Assignment.Append(column, value, span);
  }

  private Identifier same(CqlSyntax.ColumnContext left, CqlSyntax.ColumnContext right) {
    Identifier column = column(left);
    if (!column.name().equals(column(right).name())) {
      throw SyntaxErrors.at(
          right, "a column can be computed from itself only, as in x = x + ..., x = ... + x");
    }

    return column;
  }

  final Delete delete(CqlSyntax.DeleteContext context) {
    int firstMarker = markerCount();
    List<ColumnTarget> deletions = context.deletion().stream().map(this::deletion).toList();
    Using using =
        context.count() == null
            ? Using.none()
            : new Using(
                Optional.of(count(context.count())),
                Optional.empty(),
                Optional.of(span(context.K_USING().getSymbol(), context.count().getStop())));

    return new Delete(
        deletions,
        table(context.tableName()),
        using,
        where(context.where()),
        conditions(context.conditional()),
        markersFrom(firstMarker),
        span(context));
  }

  private ColumnTarget deletion(CqlSyntax.DeletionContext context) {
    return target(column(context.column()), context.term(), context.name(), context.getStop());
  }

  final Batch batch(CqlSyntax.BatchContext context) {
    Batch.Kind kind =
        context.K_UNLOGGED() != null
            ? Batch.Kind.UNLOGGED
            : context.K_COUNTER() != null ? Batch.Kind.COUNTER : Batch.Kind.LOGGED;
    Using using = using(context.using());
    List<Modification> children =
        context.batchStep().stream().map(step -> child(step.batchChild())).toList();

    return new Batch(kind, using, children, markersFrom(0), span((ParserRuleContext) context));
  }

  private Modification child(CqlSyntax.BatchChildContext context) {
    if (context.insert() != null) {
      return insert(context.insert());
    }

    return context.update() != null ? update(context.update()) : delete(context.delete());
  }
}
