package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.cql.Identifier;
import dev.rekey.cql.Operator;
import dev.rekey.cql.Projection;
import dev.rekey.cql.Relation;
import dev.rekey.cql.Select;
import dev.rekey.cql.Term;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A SELECT on the target, asked of the source, with the target's rows made of the answer. */
final class InverseReads {
  private final KeyMapping mapping;
  private final Select select;
  private final InverseText texts;
  private final Terms terms;
  private final List<Template> selected = new ArrayList<>();
  private final List<InversePlan.Cell> cells = new ArrayList<>();
  private final Map<String, Integer> added = new HashMap<>();

  InverseReads(KeyMapping mapping, Select select, InverseText texts, Terms terms) {
    this.mapping = mapping;
    this.select = select;
    this.texts = texts;
    this.terms = terms;
  }

  Routing route() {
    boolean unusual =
        !select.modes().isEmpty()
            || select.groupBy().isPresent()
            || !select.where().span().isPresent();
    if (unusual) {
      return new Routing.Refused(
          RefusalCode.AGGREGATE,
          "JSON, DISTINCT, GROUP BY and whole tables are not put together out of the other table",
          "select the rows of one partition");
    }
    InverseWhere where = new InverseWhere(mapping, terms, texts);
    Optional<Routing.Refused> refused = where.read(select.where()).or(this::project);
    if (refused.isPresent()) {
      return refused.get();
    }
    Optional<String> order = Reads.mayAggregate(select) ? Optional.of("") : orderBy();
    if (order.isEmpty()) {
      return new Routing.Refused(
          RefusalCode.ORDER,
          "the source's clustering columns do not give the target's order of rows",
          "fix the leading clustering columns, or ask for one row at a time");
    }
    return planned(where, order.get());
  }

  private Routing planned(InverseWhere where, String orderBy) {
    List<InversePlan.Condition> conditions = conditions(where);
    boolean perRow = !where.unresolved().isEmpty();
    boolean reduces =
        select.limit().isPresent()
            || select.perPartitionLimit().isPresent()
            || Reads.mayAggregate(select);
    boolean aggregates = Reads.mayAggregate(select) && !conditions.isEmpty();
    if (perRow && reduces || aggregates) {
      return Inversion.restriction(
          conditions.get(conditions.size() - 1).agreement().column().name());
    }
    Edits edits = texts.edits(select.span());
    edits.replace(select.table().span(), mapping.source().qualifiedName());
    edits.replace(select.projection().span(), projection());
    edits.replace(
        select.where().span().orElseThrow(),
        new Template.Builder().append(where.text()).text(orderBy).build());
    select.orderBy().ifPresent(clause -> edits.replace(clause.span(), ""));
    return new InversePlan(
        mapping,
        edits.apply(),
        new InverseWhere.Found(where.found().merged(), List.of()),
        Optional.of(new InversePlan.Shown(cells, conditions, header())));
  }

  /** A row of the target has the computed values that were asked for, or is none that was. */
  private List<InversePlan.Condition> conditions(InverseWhere where) {
    List<Agreement> agreements = new ArrayList<>(where.found().agreements());
    for (Relation.Compare compare : where.unresolved()) {
      Column column = mapping.target().requireColumn(compare.column().name());
      agreements.add(
          new Agreement(terms, column, mapping.rule(column.name()), compare.value(), Map.of()));
    }
    return agreements.stream()
        .map(agreement -> new InversePlan.Condition(computed(agreement.column()), agreement))
        .toList();
  }

  private String header() {
    return "SELECT %s FROM %s"
        .formatted(texts.original(select.projection().span()), mapping.target().qualifiedName());
  }

  /** The source must be asked for something, even if every column is a constant. */
  private Template projection() {
    if (selected.isEmpty()) {
      place(mapping.source().partitionKey().get(0).name());
    }
    Template.Builder all = new Template.Builder();
    String comma = "";
    for (Template one : selected) {
      all.text(comma).append(one);
      comma = ", ";
    }
    return all.build();
  }

  private Optional<Routing.Refused> project() {
    if (select.projection().isStar()) {
      ReadTexts.starColumns(mapping.target()).forEach(this::show);
      return Optional.empty();
    }
    for (Projection.Selector selector : select.projection().selectors()) {
      if (selector.term() instanceof Term.Column plain) {
        Optional<Column> column = mapping.target().column(plain.name());
        if (column.isEmpty()) {
          return Optional.of(Refusals.notCarried(plain.name()));
        }
        show(column.get());
        continue;
      }
      Optional<Routing.Refused> refused = term(selector.term());
      if (refused.isPresent()) {
        return refused;
      }
    }
    return Optional.empty();
  }

  private void show(Column column) {
    if (InversePlan.isComputed(mapping, column)) {
      cells.add(computed(column));
    } else {
      cells.add(new InversePlan.Cell.Carried(selected.size()));
      selected.add(new Template.Builder().text(texts.source(column.name())).build());
    }
  }

  private Optional<Routing.Refused> term(Term term) {
    List<Identifier> names = new ArrayList<>();
    for (Term inside : term.walk().toList()) {
      if (inside instanceof Term.Column column) {
        Optional<Column> known = mapping.target().column(column.name());
        if (known.isEmpty() || InversePlan.isComputed(mapping, known.get())) {
          return Optional.of(Refusals.notCarried(column.name()));
        }
        names.add(new Identifier(column.name(), column.span()));
      }
    }
    cells.add(new InversePlan.Cell.Carried(selected.size()));
    selected.add(texts.piece(term.span(), names));
    return Optional.empty();
  }

  private InversePlan.Cell.Computed computed(Column column) {
    Derivation rule = mapping.rule(column.name());
    return new InversePlan.Cell.Computed(
        rule,
        rule.sources().stream().distinct().collect(Collectors.toMap(name -> name, this::place)));
  }

  /** Where a source column stands; it is asked for if the statement did not. */
  private int place(String source) {
    return added.computeIfAbsent(
        source,
        name -> {
          selected.add(
              new Template.Builder().text(mapping.source().requireColumn(name).cql()).build());
          return selected.size() - 1;
        });
  }

  /** The ORDER BY that makes the source give the target's order; empty if none does. */
  private Optional<String> orderBy() {
    boolean reversed = isReversed();
    List<Column> targetFree = new ArrayList<>();
    for (Column column : mapping.target().clustering()) {
      if (isFixed(column.name())) {
        continue;
      }
      if (!InversePlan.isComputed(mapping, column)) {
        targetFree.add(column);
      } else if (!(mapping.rule(column.name()) instanceof Derivation.Constant)) {
        return Optional.empty();
      }
    }
    List<Column> sourceFree =
        mapping.source().clustering().stream()
            .filter(
                column -> mapping.carrier(column.name()).map(c -> !isFixed(c.name())).orElse(true))
            .toList();
    List<String> carried =
        targetFree.stream()
            .map(column -> ((Derivation.Copy) mapping.rule(column.name())).column())
            .toList();
    boolean everyPartitionFixed =
        mapping.target().partitionKey().stream()
            .allMatch(column -> isFixed(column.name()) || isUnrestricted(column));
    if (!everyPartitionFixed || !carried.equals(sourceFree.stream().map(Column::name).toList())) {
      return Optional.empty();
    }
    return direction(targetFree, sourceFree, reversed);
  }

  private static Optional<String> direction(
      List<Column> targetFree, List<Column> sourceFree, boolean reversed) {
    int turned = 0;
    for (int i = 0; i < sourceFree.size(); i++) {
      boolean wanted = targetFree.get(i).descending() != reversed;
      turned += sourceFree.get(i).descending() == wanted ? 0 : 1;
    }
    if (turned == 0) {
      return Optional.of("");
    }
    return turned < sourceFree.size()
        ? Optional.empty()
        : Optional.of(
            sourceFree.stream()
                .map(column -> column.cql() + (column.descending() ? " ASC" : " DESC"))
                .collect(Collectors.joining(", ", " ORDER BY ", "")));
  }

  /** Left to the server, which refuses it. */
  private boolean isUnrestricted(Column column) {
    return select.where().on(column.name()).findAny().isEmpty();
  }

  private boolean isFixed(String targetColumn) {
    return select
        .where()
        .on(targetColumn)
        .anyMatch(
            relation ->
                relation instanceof Relation.Compare compare && compare.operator() == Operator.EQ);
  }

  private boolean isReversed() {
    return select.orderBy().stream()
        .flatMap(clause -> clause.value().stream())
        .findFirst()
        .flatMap(
            first ->
                mapping
                    .target()
                    .column(first.column().name())
                    .map(c -> c.descending() != (first.direction() == Select.Direction.DESC)))
        .orElse(false);
  }
}
