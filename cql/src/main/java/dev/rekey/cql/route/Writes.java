package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Identifiers;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.cql.Assignment;
import dev.rekey.cql.ColumnTarget;
import dev.rekey.cql.Delete;
import dev.rekey.cql.Identifier;
import dev.rekey.cql.InValues;
import dev.rekey.cql.Insert;
import dev.rekey.cql.InsertJson;
import dev.rekey.cql.Modification;
import dev.rekey.cql.Relation;
import dev.rekey.cql.Span;
import dev.rekey.cql.Term;
import dev.rekey.cql.Update;
import dev.rekey.cql.Using;
import dev.rekey.cql.Where;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Plans the two legs of one write on the source. */
final class Writes {
  /** More target statements than this for one statement is a job for the application. */
  static final int MAX_STATEMENTS = 256;

  private final String text;
  private final KeyMapping mapping;
  private final Calls calls;
  private final Terms terms;
  private final ValueChecks values;

  Writes(String text, KeyMapping mapping) {
    this.text = text;
    this.mapping = mapping;
    this.calls = new Calls(text);
    this.terms = new Terms(calls);
    this.values = new ValueChecks(mapping, calls);
  }

  Routing route(Modification write) {
    Optional<Routing.Refused> once = new OnceChecks(mapping, calls).check(write);
    if (once.isPresent()) {
      return once.get();
    }
    if (write instanceof Insert insert) {
      return insert(insert);
    }
    if (write instanceof Update update) {
      return update(update);
    }
    if (write instanceof Delete delete) {
      return delete(delete);
    }
    return insertJson((InsertJson) write);
  }

  private Routing insertJson(InsertJson insert) {
    JsonInserts inserts = new JsonInserts(mapping);
    Optional<Routing.Refused> refused = inserts.refusal(insert);
    if (refused.isPresent()) {
      return refused.get();
    }
    Edits target = targetEdits(insert);
    target.replace(insert.json().span(), new Hole.TargetJson());
    JsonWrite json = new JsonWrite(insert.json(), JsonInserts.firstKey(insert), mapping);
    return plan(
        insert,
        WritePlan.Verb.INSERT,
        target,
        inserts.expander(insert, terms, MAX_STATEMENTS),
        Optional.of(json));
  }

  private Routing insert(Insert insert) {
    Optional<Routing.Refused> refused = values.check(insert);
    if (refused.isPresent()) {
      return refused.get();
    }
    for (Column column : mapping.source().primaryKey()) {
      if (insert.valueOf(column.name()).isEmpty()) {
        return Refusals.incompleteKey(column.name());
      }
    }
    KeyRestrictions given = KeyRestrictions.ofInsert(insert, mapping.source());
    Expansion expansion = Expansion.ofInsert(mapping, terms, given);
    if (expansion.refusal().isPresent()) {
      return expansion.refusal().get();
    }
    Edits target = targetEdits(insert);
    insert.columns().forEach(name -> rename(target, name));
    for (Axis axis : expansion.axes()) {
      String name = axis.column().name();
      target.insert(
          insert.columnList().span().end() - 1,
          new Template.Builder().text(", " + Identifiers.quoteIfNeeded(name)).build());
      target.insert(
          insert.valueList().span().end() - 1,
          new Template.Builder().text(", ").hole(new Hole.Computed(name)).build());
    }
    return plan(insert, WritePlan.Verb.INSERT, target, expansion);
  }

  private Routing update(Update update) {
    Optional<Routing.Refused> refused = values.check(update);
    if (refused.isPresent()) {
      return refused.get();
    }
    KeyRestrictions.Result read = KeyRestrictions.read(update.where(), mapping.source());
    Optional<Routing.Refused> incomplete = requireWholeKey(read);
    if (incomplete.isPresent()) {
      return incomplete.get();
    }
    Optional<Routing.Refused> several = OnceChecks.oneRow(update, read.restrictions());
    if (several.isPresent()) {
      return several.get();
    }
    Edits target = targetEdits(update);
    for (Assignment assignment : update.assignments()) {
      rename(target, assignment);
    }
    return restricted(update, update.where(), WritePlan.Verb.UPDATE, target, read.restrictions());
  }

  private Routing delete(Delete delete) {
    Optional<Routing.Refused> refused = values.check(delete);
    if (refused.isPresent()) {
      return refused.get();
    }
    KeyRestrictions.Result read = KeyRestrictions.read(delete.where(), mapping.source());
    if (read.refusal().isPresent()) {
      return read.refusal().get();
    }
    if (!delete.deletions().isEmpty()) {
      Optional<Routing.Refused> incomplete = requireWholeKey(read);
      if (incomplete.isPresent()) {
        return incomplete.get();
      }
    }
    Optional<Routing.Refused> several = OnceChecks.oneRow(delete, read.restrictions());
    if (several.isPresent()) {
      return several.get();
    }
    Edits target = targetEdits(delete);
    for (ColumnTarget deletion : delete.deletions()) {
      rename(target, deletion.column());
    }
    return restricted(delete, delete.where(), WritePlan.Verb.DELETE, target, read.restrictions());
  }

  /** What UPDATE and DELETE share: the WHERE. */
  private Routing restricted(
      Modification write,
      Where where,
      WritePlan.Verb verb,
      Edits target,
      KeyRestrictions restrictions) {
    Optional<Routing.Refused> calledInWhere = values.check(whereTerms(where));
    if (calledInWhere.isPresent()) {
      return calledInWhere.get();
    }
    Expansion expansion = Expansion.of(mapping, terms, restrictions);
    Optional<Routing.Refused> refused =
        expansion
            .refusal()
            .or(() -> TargetKey.check(mapping, restrictions, expansion.listedColumns()));
    if (refused.isPresent()) {
      return refused.get();
    }
    Set<String> split = split(restrictions, expansion);
    editWhere(target, where, restrictions, expansion, split);
    return plan(write, verb, target, expansion.expander(split, MAX_STATEMENTS), Optional.empty());
  }

  /** The columns whose list of values becomes one statement per value. */
  private Set<String> split(KeyRestrictions restrictions, Expansion expansion) {
    Set<String> split = new LinkedHashSet<>(expansion.pointSources());
    if (expansion.needsIndex()) {
      mapping.source().partitionKey().forEach(column -> split.add(column.name()));
    }
    split.removeIf(name -> !restrictions.isKey(name));
    return split;
  }

  private void editWhere(
      Edits target,
      Where where,
      KeyRestrictions restrictions,
      Expansion expansion,
      Set<String> split) {
    for (Relation relation : where.relations()) {
      relation.columns().forEach(name -> rename(target, name));
    }
    for (String source : split) {
      restrictions
          .on(source)
          .inRelation()
          .ifPresent(
              in ->
                  target.replace(
                      in.span(),
                      new Template.Builder()
                          .text(carrier(source) + " = ")
                          .hole(new Hole.Computed(source))
                          .build()));
    }
    int end = where.span().orElseThrow().end();
    for (Axis axis : expansion.axes()) {
      String name = axis.column().name();
      target.insert(
          end,
          new Template.Builder()
              .text(" AND " + Identifiers.quoteIfNeeded(name) + " = ")
              .hole(new Hole.Computed(name))
              .build());
    }
  }

  private Routing plan(Modification write, WritePlan.Verb verb, Edits target, Expansion expansion) {
    return plan(
        write,
        verb,
        target,
        expansion.expander(expansion.pointSources(), MAX_STATEMENTS),
        Optional.empty());
  }

  private Routing plan(
      Modification write,
      WritePlan.Verb verb,
      Edits target,
      KeyExpander expander,
      Optional<JsonWrite> json) {
    Edits source = new Edits(text, write.span());
    source.replace(write.table().span(), mapping.source().qualifiedName());
    holes(source, write);
    holes(target, write);
    WritePlan.Pair plain = new WritePlan.Pair(source.apply(), target.apply());
    if (verb != WritePlan.Verb.DELETE) {
      expire(source, write);
      expire(target, write);
    }
    return new WritePlan(
        mapping,
        new OnceChecks(mapping, calls).change(write, verb),
        new WritePlan.Texts(
            plain, new WritePlan.Pair(source.apply(), target.apply()), !calls.isEmpty()),
        expander,
        new WritePlan.Timing(write.using().timestamp(), write.using().ttl()),
        json);
  }

  /** Puts a marker where the TTL stands, or would stand. */
  private static void expire(Edits edits, Modification write) {
    Using using = write.using();
    Hole seconds = new Hole.SecondsToLive();
    if (using.ttl().isPresent()) {
      edits.override(using.ttl().get().span(), seconds);
      return;
    }
    boolean atEnd = write instanceof Insert || write instanceof InsertJson;
    int after = atEnd ? write.span().end() : write.table().span().end();
    int end = using.span().map(Span::end).orElse(after);
    String words = using.span().isPresent() ? " AND TTL " : " USING TTL ";
    edits.insert(end, new Template.Builder().text(words).hole(seconds).build());
  }

  /** Last, since calls are known only after every value was looked at. */
  private void holes(Edits edits, Modification write) {
    write
        .markers()
        .forEach(marker -> edits.replace(marker.span(), new Hole.Marker(marker.index())));
    calls.edit(edits);
  }

  private Edits targetEdits(Modification write) {
    Edits edits =
        new Edits(text, write.span())
            .replace(write.table().span(), mapping.target().qualifiedName());
    write
        .conditions()
        .conditions()
        .forEach(condition -> rename(edits, condition.target().column()));
    return edits;
  }

  private void rename(Edits edits, Identifier name) {
    String carrier = carrier(name.name());
    if (!carrier.equals(Identifiers.quoteIfNeeded(name.name()))) {
      edits.replace(name.span(), carrier);
    }
  }

  private void rename(Edits edits, Assignment assignment) {
    String name = assignment.column().name();
    if (!carrier(name).equals(Identifiers.quoteIfNeeded(name))) {
      Assignments.rename(edits, assignment, carrier(name));
    }
  }

  private String carrier(String sourceColumn) {
    return mapping
        .carrier(sourceColumn)
        .map(Column::cql)
        .orElse(Identifiers.quoteIfNeeded(sourceColumn));
  }

  private Optional<Routing.Refused> requireWholeKey(KeyRestrictions.Result read) {
    if (read.refusal().isPresent()) {
      return read.refusal();
    }
    return read.restrictions().all().stream()
        .filter(restriction -> !restriction.isPoint())
        .map(restriction -> Refusals.incompleteKey(restriction.column().name()))
        .findFirst();
  }

  private static List<Term> whereTerms(Where where) {
    List<Term> terms = new ArrayList<>();
    for (Relation relation : where.relations()) {
      if (relation instanceof Relation.Compare compare) {
        terms.add(compare.value());
      } else if (relation instanceof Relation.In in) {
        InValues values = in.values();
        terms.addAll(values.terms());
      }
    }
    return terms;
  }
}
