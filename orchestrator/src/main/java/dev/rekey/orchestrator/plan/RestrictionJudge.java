package dev.rekey.orchestrator.plan;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.cql.Batch;
import dev.rekey.cql.CqlParser;
import dev.rekey.cql.CqlSyntaxException;
import dev.rekey.cql.Delete;
import dev.rekey.cql.Insert;
import dev.rekey.cql.Modification;
import dev.rekey.cql.ParsedStatement;
import dev.rekey.cql.Select;
import dev.rekey.cql.TableRef;
import dev.rekey.cql.Update;
import dev.rekey.cql.Where;
import dev.rekey.orchestrator.spec.SpecStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Judges a statement by its restrictions alone: it can be served if every column of the target's
 * partition key is known from them, as one value or as a bounded list of buckets.
 */
public final class RestrictionJudge implements StatementJudge {

  private static final String BOUND = "bound %s from both sides, or give %s";

  @Override
  public AccessPattern judge(SpecStatement statement, KeyMapping mapping) {
    ParsedStatement parsed;
    try {
      parsed = CqlParser.parse(statement.cql());
    } catch (CqlSyntaxException e) {
      return refused(statement, e.getMessage(), "correct the statement in the spec");
    }
    Optional<String> otherTable = otherTable(parsed, mapping);
    if (otherTable.isPresent()) {
      return refused(statement, otherTable.get(), "list only statements on the source");
    }
    if (parsed instanceof Select select) {
      return select.allowFiltering().isPresent()
          ? refused(
              statement,
              "ALLOW FILTERING reads the whole table",
              "query by the key, or keep a second table for it")
          : byWhere(statement, select.where(), mapping, Rows.MANY);
    }
    if (parsed instanceof Modification write) {
      return write(statement, write, mapping);
    }
    if (parsed instanceof Batch batch) {
      return batch(statement, batch, mapping);
    }
    return refused(
        statement,
        "only SELECT, INSERT, UPDATE, DELETE and BATCH can be served",
        "do it outside the migration");
  }

  /** Whether a statement without the full key means many rows, or is an error. */
  private enum Rows {
    ONE,
    MANY
  }

  private static Optional<String> otherTable(ParsedStatement parsed, KeyMapping mapping) {
    return parsed
        .tableRef()
        .filter(ref -> !names(ref, mapping))
        .map(ref -> "it is about " + ref.table() + ", not " + mapping.source().qualifiedName());
  }

  private static boolean names(TableRef ref, KeyMapping mapping) {
    String keyspace = mapping.source().keyspace();
    return ref.names(keyspace, mapping.source().table(), keyspace)
        || ref.names(mapping.target().keyspace(), mapping.target().table(), keyspace);
  }

  private AccessPattern batch(SpecStatement statement, Batch batch, KeyMapping mapping) {
    AccessPattern worst = null;
    for (Modification child : batch.children()) {
      if (!names(child.table(), mapping)) {
        continue;
      }
      AccessPattern pattern = write(statement, child, mapping);
      if (worst == null || pattern.verdict().level().compareTo(worst.verdict().level()) > 0) {
        worst = pattern;
      }
    }
    return worst == null
        ? refused(statement, "the batch does not name the source", "leave it out of the spec")
        : worst;
  }

  private AccessPattern write(SpecStatement statement, Modification write, KeyMapping mapping) {
    if (write.conditions().present()) {
      return refused(
          statement,
          "IF is decided by the server and cannot be mirrored as a statement",
          "write without IF; mirroring by state is not supported yet");
    }
    if (write instanceof Insert insert) {
      List<String> missing =
          mapping.source().primaryKey().stream()
              .map(Column::name)
              .filter(name -> insert.valueOf(name).isEmpty())
              .toList();
      return missing.isEmpty()
          ? served(statement, "computed from the values", "computed from the values")
          : refused(statement, "key columns " + missing + " have no value", "give the whole key");
    }
    if (write instanceof Update update) {
      return byWhere(statement, update.where(), mapping, Rows.ONE);
    }
    if (write instanceof Delete delete) {
      return byWhere(
          statement, delete.where(), mapping, delete.deletions().isEmpty() ? Rows.MANY : Rows.ONE);
    }
    return refused(
        statement,
        "INSERT JSON hides which columns are written until it is bound",
        "name the columns");
  }

  private AccessPattern byWhere(
      SpecStatement statement, Where where, KeyMapping mapping, Rows rows) {
    Restrictions restrictions = Restrictions.of(where);
    if (restrictions.unsupported().isPresent()) {
      return refused(
          statement,
          "it has " + restrictions.unsupported().get(),
          "restrict single key columns by =, IN or a range");
    }
    Optional<String> free =
        mapping.source().primaryKey().stream()
            .map(Column::name)
            .filter(name -> rows == Rows.ONE && !restrictions.fixed(name))
            .findFirst();
    if (free.isPresent()) {
      return refused(statement, "key column " + free.get() + " is not given", "give the whole key");
    }
    List<String> key = new ArrayList<>();
    for (Column column : mapping.target().partitionKey()) {
      Derivation rule = mapping.rule(column.name());
      Optional<String> known = known(rule, restrictions);
      if (known.isEmpty()) {
        String sources = String.join(", ", rule.sources());
        return refused(
            statement,
            "%s = %s is not known from the restrictions, so every partition would be read"
                .formatted(column.name(), rule.expression()),
            BOUND.formatted(sources, sources));
      }
      key.add(column.cql() + " " + known.get());
    }
    return byClustering(statement, mapping, restrictions, String.join(", ", key));
  }

  private static Optional<String> known(Derivation rule, Restrictions restrictions) {
    boolean fixed = rule.sources().stream().allMatch(restrictions::fixed);
    if (fixed) {
      boolean several = rule.sources().stream().anyMatch(restrictions::listed);
      return Optional.of(several ? "IN" : "=");
    }
    if (rule instanceof Derivation.Monotone monotone
        && restrictions.boundedRange(monotone.column())) {
      return Optional.of("in the buckets of the range");
    }
    if (rule instanceof Derivation.Finite finite) {
      return Optional.of("in all " + finite.all().size());
    }
    return Optional.empty();
  }

  private AccessPattern byClustering(
      SpecStatement statement, KeyMapping mapping, Restrictions restrictions, String key) {
    List<String> sources = new ArrayList<>();
    Optional<String> gap = Optional.empty();
    for (Column column : mapping.target().clustering()) {
      List<String> from = mapping.rule(column.name()).sources();
      boolean restricted = from.stream().anyMatch(restrictions::restricted);
      if (restricted && gap.isPresent()) {
        return refused(
            statement,
            "clustering column %s comes after %s, which is free"
                .formatted(column.name(), gap.get()),
            "restrict " + gap.get() + " too, or put " + column.name() + " first in the target");
      }
      if (from.stream().noneMatch(restrictions::fixed)) {
        gap = Optional.of(column.name());
      }
      sources.addAll(from);
    }
    Optional<String> other =
        restrictions.columns().stream()
            .filter(name -> mapping.source().column(name).isPresent())
            .filter(name -> !isKey(mapping, name))
            .findFirst();
    if (other.isPresent()) {
      return refused(
          statement,
          "it restricts " + other.get() + ", which is not in the key",
          "query by the key, or keep a second table for it");
    }
    String clustering =
        sources.stream()
            .map(restrictions::text)
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", "));
    return served(statement, key, clustering.isEmpty() ? "all rows" : clustering);
  }

  private static boolean isKey(KeyMapping mapping, String name) {
    return mapping.source().primaryKey().stream().anyMatch(column -> column.name().equals(name));
  }

  private static AccessPattern served(SpecStatement statement, String key, String clustering) {
    return new AccessPattern(
        statement, key, clustering, Verdict.pass(statement.id(), "served by the target"));
  }

  private static AccessPattern refused(SpecStatement statement, String reason, String remedy) {
    return new AccessPattern(statement, "-", "-", Verdict.refuse(statement.id(), reason, remedy));
  }
}
