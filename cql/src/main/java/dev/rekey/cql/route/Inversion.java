package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.cql.Assignment;
import dev.rekey.cql.ColumnTarget;
import dev.rekey.cql.CqlParser;
import dev.rekey.cql.Delete;
import dev.rekey.cql.Identifier;
import dev.rekey.cql.Insert;
import dev.rekey.cql.Modification;
import dev.rekey.cql.ParsedStatement;
import dev.rekey.cql.Select;
import dev.rekey.cql.Span;
import dev.rekey.cql.TableRef;
import dev.rekey.cql.Term;
import dev.rekey.cql.Update;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Says a statement that names the target in terms of the source, so that a build of the application
 * that knows the new table can run beside one that knows the old one.
 */
final class Inversion {
  private final String text;
  private final KeyMapping mapping;
  private final InverseText texts;

  /** Nothing is evaluated in the client here: that is done to the statement on the source. */
  private final Terms terms = new Terms(new Calls(""));

  private Inversion(String text, KeyMapping mapping, ParsedStatement statement) {
    this.text = text;
    this.mapping = mapping;
    this.texts = new InverseText(text, mapping, statement);
  }

  /** An {@link InversePlan}, or a refusal with code {@link RefusalCode#TARGET_NAMED}. */
  static Routing of(String text, ParsedStatement statement, KeyMapping mapping) {
    Routing found = new Inversion(text, mapping, statement).route(statement);
    if (found instanceof Routing.Refused refused) {
      return named(mapping, refused);
    }
    String source = ((InversePlan) found).sourceText();
    Routing there = Router.route(source, CqlParser.parse(source), mapping, "");
    if (there instanceof WritePlan write && write.isOnce()) {
      return named(mapping, Refusals.onceByTarget());
    }
    return there instanceof Routing.Refused refused ? named(mapping, refused) : found;
  }

  private static Routing.Refused named(KeyMapping mapping, Routing.Refused why) {
    return new Routing.Refused(
        RefusalCode.TARGET_NAMED,
        "it names %s, which migration %s fills, and cannot be said of %s: %s"
            .formatted(
                mapping.target().qualifiedName(),
                mapping.migration(),
                mapping.source().qualifiedName(),
                why.reason()),
        why.remedy() + "; or use " + mapping.source().qualifiedName());
  }

  static Routing.Refused restriction(String column) {
    return new Routing.Refused(
        RefusalCode.RESTRICTION,
        "the restriction on %s, which is computed, is more than one value".formatted(column),
        "restrict it by =");
  }

  private static Routing.Refused computed(String column) {
    return new Routing.Refused(
        RefusalCode.NOT_CARRIED,
        "column %s is computed and cannot be written by itself".formatted(column),
        "leave it out");
  }

  private Routing route(ParsedStatement statement) {
    if (statement instanceof Select select) {
      return new InverseReads(mapping, select, texts, terms).route();
    }
    if (((Modification) statement).conditions().present()) {
      return Refusals.onceByTarget();
    }
    if (statement instanceof Insert insert) {
      return insert(insert);
    }
    if (statement instanceof Update update) {
      return update(update);
    }
    return statement instanceof Delete delete
        ? delete(delete)
        : new Routing.Refused(
            RefusalCode.INSERT_JSON,
            "the object of an INSERT JSON holds computed columns",
            "name the columns in the statement");
  }

  private Routing insert(Insert insert) {
    if (insert.columns().size() != insert.values().size()) {
      return Refusals.incompleteKey(mapping.target().primaryKey().get(0).name());
    }
    List<Agreement> agreements = new ArrayList<>();
    Template.Builder columns = new Template.Builder().text("(");
    Template.Builder values = new Template.Builder().text("(");
    String comma = "";
    for (int i = 0; i < insert.columns().size(); i++) {
      String name = insert.columns().get(i).name();
      Term value = insert.values().get(i);
      if (isComputed(name)) {
        agreements.add(agreement(insert, mapping.target().requireColumn(name), value));
        continue;
      }
      columns.text(comma + texts.source(name));
      values.text(comma).append(texts.piece(value.span(), List.of()));
      comma = ", ";
    }
    for (Column key : mapping.target().primaryKey()) {
      if (insert.valueOf(key.name()).isEmpty()) {
        return Refusals.incompleteKey(key.name());
      }
    }
    Optional<Agreement> unknown =
        agreements.stream().filter(agreement -> !agreement.isComputable()).findFirst();
    if (unknown.isPresent()) {
      return Refusals.functionInKey(unknown.get().column().name());
    }
    Edits edits = onSource(insert.span(), insert.table());
    edits.replace(insert.columnList().span(), columns.text(")").build());
    edits.replace(insert.valueList().span(), values.text(")").build());
    return plan(edits, new InverseWhere.Found(List.of(), agreements));
  }

  private Agreement agreement(Insert insert, Column column, Term given) {
    Derivation rule = mapping.rule(column.name());
    Map<String, Agreement.Input> inputs = new HashMap<>();
    for (String source : rule.sources()) {
      mapping
          .carrier(source)
          .flatMap(carrier -> insert.valueOf(carrier.name()))
          .ifPresent(
              term ->
                  inputs.put(
                      source, Agreement.Input.of(mapping.source().requireColumn(source), term)));
    }
    return new Agreement(terms, column, rule, given, inputs);
  }

  private Routing update(Update update) {
    Edits edits = onSource(update.span(), update.table());
    for (Assignment assignment : update.assignments()) {
      if (isComputed(assignment.column().name())) {
        return computed(assignment.column().name());
      }
      Assignments.rename(edits, assignment, texts.source(assignment.column().name()));
    }
    return restricted(edits, update.where().span(), update);
  }

  private Routing delete(Delete delete) {
    Edits edits = onSource(delete.span(), delete.table());
    for (ColumnTarget deletion : delete.deletions()) {
      Identifier column = deletion.column();
      if (isComputed(column.name())) {
        return computed(column.name());
      }
      edits.replace(column.span(), texts.source(column.name()));
    }
    return restricted(edits, delete.where().span(), delete);
  }

  private Routing restricted(Edits edits, Optional<Span> span, Modification write) {
    InverseWhere where = new InverseWhere(mapping, terms, texts);
    Optional<Routing.Refused> refused =
        where.read(write instanceof Update update ? update.where() : ((Delete) write).where());
    if (refused.isPresent()) {
      return refused.get();
    }
    if (!where.unresolved().isEmpty()) {
      return restriction(where.unresolved().get(0).column().name());
    }
    edits.replace(span.orElseThrow(), where.text());
    return plan(edits, where.found());
  }

  private Routing plan(Edits edits, InverseWhere.Found found) {
    return new InversePlan(mapping, edits.apply(), found, Optional.empty());
  }

  private Edits onSource(Span region, TableRef table) {
    return texts.edits(region).replace(table.span(), mapping.source().qualifiedName());
  }

  private boolean isComputed(String name) {
    return mapping
        .target()
        .column(name)
        .map(column -> InversePlan.isComputed(mapping, column))
        .orElse(false);
  }
}
