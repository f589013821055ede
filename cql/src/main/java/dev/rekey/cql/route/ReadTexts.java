package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Identifiers;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.cql.Identifier;
import dev.rekey.cql.Operator;
import dev.rekey.cql.Projection;
import dev.rekey.cql.Relation;
import dev.rekey.cql.Select;
import dev.rekey.cql.Term;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the texts of one SELECT: for the target, and for going on after a row on either table. */
final class ReadTexts {
  private enum Table {
    SOURCE,
    TARGET
  }

  private final String text;
  private final KeyMapping mapping;
  private final Select select;
  private final Calls calls;

  ReadTexts(String text, KeyMapping mapping, Select select, Calls calls) {
    this.text = text;
    this.mapping = mapping;
    this.select = select;
    this.calls = calls;
  }

  ReadPlan.Texts of(
      ReadOrder order, Expansion expansion, KeyRestrictions restrictions, Set<String> split) {
    Edits target = target(order, expansion);
    for (String name : split) {
      Template single =
          new Template.Builder().text(carrier(name) + " = ").hole(new Hole.Computed(name)).build();
      target.replace(restrictions.on(name).inRelation().orElseThrow().span(), single);
    }
    OptionalInt shown = shownAt(order.sequence().cursor());
    return new ReadPlan.Texts(
        target.apply(),
        resumed(order, expansion, restrictions),
        shown,
        order.sequence().merge().isPresent() ? mergeColumn(shown) : OptionalInt.empty(),
        renamed());
  }

  /** Behind the application's columns where they do not show it. */
  private OptionalInt mergeColumn(OptionalInt shown) {
    return shown.isPresent() ? shown : OptionalInt.of(select.projection().selectors().size());
  }

  /**
   * Rows are merged by a column, so the target must show it even if the application did not ask.
   */
  private void showCursor(Edits edits, ReadOrder order) {
    ReadPlan.Sequence sequence = order.sequence();
    if (sequence.merge().isPresent() && shownAt(sequence.cursor()).isEmpty()) {
      edits.insert(
          select.projection().span().end(),
          new Template.Builder().text(", " + carrier(sequence.cursor().orElseThrow())).build());
    }
  }

  /** The columns within terms; a plain column keeps its name by an alias, and so does JSON. */
  private Map<Integer, Set<String>> renamed() {
    Map<Integer, Set<String>> renamed = new HashMap<>();
    List<Projection.Selector> selectors = select.projection().selectors();
    for (int i = 0; i < selectors.size(); i++) {
      Set<String> names = new HashSet<>();
      if (isNamedByServer(selectors.get(i))) {
        selectors.get(i).term().walk().forEach(term -> addRenamed(names, term));
      }
      if (!names.isEmpty()) {
        renamed.put(i, Set.copyOf(names));
      }
    }
    return Map.copyOf(renamed);
  }

  private void addRenamed(Set<String> names, Term term) {
    if (term instanceof Term.Column column && !isSameName(column.name())) {
      names.add(column.name());
    }
  }

  /** Whether the name of a result column is made by the server out of the term. */
  private boolean isNamedByServer(Projection.Selector selector) {
    return selector.alias().isEmpty()
        && !(selector.term() instanceof Term.Column)
        && select.modes().isEmpty();
  }

  /** The place of a plain column among the selected ones. */
  private OptionalInt shownAt(Optional<String> column) {
    List<String> shown =
        select.projection().isStar()
            ? starColumns(mapping.source()).map(Column::name).toList()
            : select.projection().selectors().stream()
                .map(s -> s.term() instanceof Term.Column plain ? plain.name() : "")
                .toList();
    int at = column.map(shown::indexOf).orElse(-1);
    return at < 0 || !select.modes().isEmpty() ? OptionalInt.empty() : OptionalInt.of(at);
  }

  /** A selected or restricted column the target does not have under a usable name. */
  Optional<Routing.Refused> notCarried() {
    if (select.projection().isStar()) {
      return starColumns(mapping.source())
          .map(Column::name)
          .filter(name -> mapping.carrier(name).isEmpty())
          .findFirst()
          .map(Refusals::notCarried);
    }
    return select.projection().selectors().stream()
        .flatMap(selector -> selector.term().walk())
        .filter(Term.Column.class::isInstance)
        .map(column -> ((Term.Column) column).name())
        .filter(name -> mapping.carrier(name).isEmpty())
        .findFirst()
        .map(Refusals::notCarried);
  }

  static List<Term> terms(Relation relation) {
    if (relation instanceof Relation.Compare compare) {
      return List.of(compare.value());
    }
    return relation instanceof Relation.In in ? in.values().terms() : List.of();
  }

  /** Going on after a row needs one free clustering column that is not restricted by a list. */
  private Optional<ReadPlan.Resumed> resumed(
      ReadOrder order, Expansion expansion, KeyRestrictions restrictions) {
    Optional<String> cursor = order.sequence().cursor();
    boolean possible =
        cursor.isPresent()
            && restrictions.on(cursor.get()).inValues().isEmpty()
            && select.perPartitionLimit().isEmpty()
            && !select.projection().hasAggregate();
    if (!possible) {
      return Optional.empty();
    }
    Edits source = new Edits(text, select.span());
    source.replace(select.table().span(), mapping.source().qualifiedName());
    common(source);
    position(source, Table.SOURCE, order);
    Edits target = target(order, expansion);
    position(target, Table.TARGET, order);
    return Optional.of(new ReadPlan.Resumed(source.apply(), target.apply()));
  }

  private Edits target(ReadOrder order, Expansion expansion) {
    Edits edits = new Edits(text, select.span());
    edits.replace(select.table().span(), mapping.target().qualifiedName());
    project(edits);
    showCursor(edits, order);
    for (Relation relation : select.where().relations()) {
      relation.columns().forEach(name -> rename(edits, name));
    }
    int end = select.where().span().orElseThrow().end();
    for (Axis axis : expansion.axes()) {
      String name = axis.column().name();
      edits.insert(
          end,
          new Template.Builder()
              .text(" AND " + Identifiers.quoteIfNeeded(name) + " = ")
              .hole(new Hole.Computed(name))
              .build());
    }
    select.orderBy().ifPresent(clause -> edits.replace(clause.span(), ""));
    if (!order.orderBy().isEmpty()) {
      edits.insert(end, new Template.Builder().text(" " + order.orderBy()).build());
    }
    common(edits);
    return edits;
  }

  private void common(Edits edits) {
    select.markers().forEach(m -> edits.replace(m.span(), new Hole.Marker(m.index())));
    calls.edit(edits);
  }

  /**
   * Replaces the bound on the side where reading began by the last row, and LIMIT by what is left.
   */
  private void position(Edits edits, Table table, ReadOrder order) {
    String cursor = order.sequence().cursor().orElseThrow();
    boolean descending = order.sequence().descending();
    String name = table == Table.SOURCE ? Identifiers.quoteIfNeeded(cursor) : carrier(cursor);
    Template beyond =
        new Template.Builder()
            .text(name + (descending ? " < " : " > "))
            .hole(new Hole.LastSeen())
            .build();
    Optional<Relation> passed =
        select.where().on(cursor).filter(relation -> isPassed(relation, descending)).findFirst();
    if (passed.isPresent()) {
      edits.replace(passed.get().span(), beyond);
    } else {
      int start = select.where().span().orElseThrow().start();
      edits.insert(start, new Template.Builder().append(beyond).text(" AND ").build());
    }
    select.limit().ifPresent(clause -> edits.override(clause.value().span(), new Hole.RowsLeft()));
  }

  private static boolean isPassed(Relation relation, boolean descending) {
    if (!(relation instanceof Relation.Compare compare)) {
      return false;
    }
    Operator operator = compare.operator();
    return descending
        ? operator == Operator.LT || operator == Operator.LTE
        : operator == Operator.GT || operator == Operator.GTE;
  }

  private void project(Edits edits) {
    Projection projection = select.projection();
    if (projection.isStar()) {
      edits.replace(
          projection.span(),
          starColumns(mapping.source()).map(this::selected).collect(Collectors.joining(", ")));
      return;
    }
    for (Projection.Selector selector : projection.selectors()) {
      selector.term().walk().forEach(term -> project(edits, selector, term));
    }
  }

  private void project(Edits edits, Projection.Selector selector, Term term) {
    if (!(term instanceof Term.Column column) || isSameName(column.name())) {
      return;
    }
    edits.replace(column.span(), carrier(column.name()));
    if (selector.alias().isEmpty() && !isNamedByServer(selector)) {
      String shown = selector.term().span().of(text);
      String alias = term == selector.term() ? column.name() : shown;
      edits.insert(
          selector.span().end(),
          new Template.Builder().text(" AS " + Identifiers.quoteIfNeeded(alias)).build());
    }
  }

  private String selected(Column column) {
    return isSameName(column.name())
        ? column.cql()
        : carrier(column.name()) + " AS " + column.cql();
  }

  /** In the order in which the server expands a star. */
  static Stream<Column> starColumns(TableShape source) {
    Comparator<Column> byName = Comparator.comparing(Column::name);
    return Stream.of(
            source.primaryKey().stream(),
            source.statics().stream().sorted(byName),
            source.regulars().stream().sorted(byName))
        .flatMap(columns -> columns);
  }

  private void rename(Edits edits, Identifier name) {
    if (!isSameName(name.name())) {
      edits.replace(name.span(), carrier(name.name()));
    }
  }

  private boolean isSameName(String sourceColumn) {
    return mapping.carrier(sourceColumn).map(c -> c.name().equals(sourceColumn)).orElse(false);
  }

  private String carrier(String sourceColumn) {
    return mapping
        .carrier(sourceColumn)
        .map(Column::cql)
        .orElse(Identifiers.quoteIfNeeded(sourceColumn));
  }
}
