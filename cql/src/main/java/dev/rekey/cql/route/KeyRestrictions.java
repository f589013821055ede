package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.cql.Identifier;
import dev.rekey.cql.Insert;
import dev.rekey.cql.Relation;
import dev.rekey.cql.Term;
import dev.rekey.cql.Where;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a WHERE says about the source's primary key, column by column in key order. */
final class KeyRestrictions {
  private final Map<String, KeyRestriction> byColumn = new LinkedHashMap<>();

  private KeyRestrictions(TableShape source) {
    source.primaryKey().forEach(column -> byColumn.put(column.name(), new KeyRestriction(column)));
  }

  /** Reads a WHERE; a refusal if a relation on the key is of a kind that cannot be re-keyed. */
  static Result read(Where where, TableShape source) {
    KeyRestrictions restrictions = new KeyRestrictions(source);
    for (Relation relation : where.relations()) {
      Optional<Routing.Refused> refusal = restrictions.add(relation);
      if (refusal.isPresent()) {
        return new Result(restrictions, refusal);
      }
    }
    return new Result(restrictions, Optional.empty());
  }

  /** What an INSERT gives: a value for every column it names, key or not. */
  static KeyRestrictions ofInsert(Insert insert, TableShape source) {
    KeyRestrictions restrictions = new KeyRestrictions(source);
    for (Identifier name : insert.columns()) {
      Optional<Column> column = source.column(name.name());
      Optional<Term> value = insert.valueOf(name.name());
      if (column.isPresent() && value.isPresent()) {
        KeyRestriction restriction = new KeyRestriction(column.get());
        restriction.equalTo(value.get());
        restrictions.byColumn.put(name.name(), restriction);
      }
    }
    return restrictions;
  }

  record Result(KeyRestrictions restrictions, Optional<Routing.Refused> refusal) {}

  KeyRestriction on(String column) {
    KeyRestriction restriction = byColumn.get(column);
    if (restriction == null) {
      throw new IllegalArgumentException("Cannot look up '%s': no key column".formatted(column));
    }
    return restriction;
  }

  boolean isKey(String column) {
    return byColumn.containsKey(column);
  }

  List<KeyRestriction> all() {
    return List.copyOf(byColumn.values());
  }

  private Optional<Routing.Refused> add(Relation relation) {
    List<String> columns = relation.columns().stream().map(Identifier::name).toList();
    boolean onKey = columns.stream().anyMatch(byColumn::containsKey);
    if (!onKey) {
      return Optional.empty();
    }
    boolean simple = columns.size() == 1 && relation instanceof Relation.Single;
    if (simple && byColumn.get(columns.get(0)).add(relation)) {
      return Optional.empty();
    }
    return Optional.of(
        new Routing.Refused(
            RefusalCode.RESTRICTION,
            "the restriction on %s cannot be turned into target partitions"
                .formatted(String.join(", ", columns)),
            "restrict each key column by =, IN or one closed range"));
  }
}
