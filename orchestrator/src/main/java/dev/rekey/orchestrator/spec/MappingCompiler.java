package dev.rekey.orchestrator.spec;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.CqlType;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.orchestrator.spec.TargetSpec.ClusteringColumn;
import dev.rekey.orchestrator.spec.TargetSpec.Order;
import dev.rekey.runbooks.yaml.DocumentException;
import dev.rekey.runbooks.yaml.YamlDocument;
import dev.rekey.runbooks.yaml.YamlPath;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compiles a spec and the source table into the key mapping that interceptor, backfill and
 * verification execute.
 */
public final class MappingCompiler {

  private static final YamlPath COLUMNS = YamlPath.of("columns");
  private static final YamlPath TARGET = YamlPath.of("target");
  private static final Set<String> NEVER_A_KEY = Set.of("counter", "duration");

  private final YamlDocument document;
  private final Spec spec;
  private final TableShape source;
  private final Map<String, Derivation> rules = new LinkedHashMap<>();

  private MappingCompiler(YamlDocument document, Spec spec, TableShape source) {
    this.document = document;
    this.spec = spec;
    this.source = source;
  }

  /**
   * Compiles; every mistake of the spec, its own and those against the source, is reported at once.
   *
   * @param ddlReader reads a {@code CREATE TABLE}; an {@link IllegalArgumentException} says why it
   *     cannot
   * @throws DocumentException with every mistake
   */
  public static KeyMapping compile(
      SpecDraft draft, TableShape source, Function<String, TableShape> ddlReader) {
    Optional<Spec> spec = draft.lenient();
    if (spec.isEmpty()) {
      draft.document().requireNoMistakes();
      throw new IllegalStateException("Cannot compile: a spec without mistakes is missing");
    }
    MappingCompiler compiler = new MappingCompiler(draft.document(), spec.get(), source);
    Optional<TableShape> target = compiler.compile(ddlReader);
    draft.document().requireNoMistakes();
    return compiler.mapping(target.orElseThrow());
  }

  private Optional<TableShape> compile(Function<String, TableShape> ddlReader) {
    checkSource();
    checkImmutable();
    compileRules();
    if (spec.target() instanceof TargetSpec.Keys keys) {
      return fromKeys(keys);
    }
    return fromDdl(((TargetSpec.Ddl) spec.target()).text(), ddlReader);
  }

  private void checkSource() {
    if (!source.isNamed(spec.source().keyspace(), spec.source().table())) {
      document.mistake(
          YamlPath.of("source"),
          "the schema describes %s, not %s".formatted(source.qualifiedName(), spec.source()));
    }
  }

  private void checkImmutable() {
    int i = 0;
    for (String name : spec.immutable()) {
      YamlPath path = YamlPath.of("immutable").item(i++);
      Optional<Column> column = source.column(name);
      if (column.isEmpty()) {
        document.mistake(path, noSuchColumn(name));
      } else if (column.get().kind() != ColumnKind.REGULAR) {
        document.mistake(path, "column " + name + " is not a regular column");
      }
    }
  }

  private void compileRules() {
    for (Map.Entry<String, String> entry : spec.rules().entrySet()) {
      YamlPath path = path(entry.getKey());
      if (!document.clean(path)) {
        continue;
      }
      Derivation derivation = Derivations.parse(entry.getValue());
      List<String> unknown =
          derivation.sources().stream().filter(name -> source.column(name).isEmpty()).toList();
      unknown.forEach(name -> document.mistake(path, noSuchColumn(name)));
      if (unknown.isEmpty() && typeFits(derivation, path)) {
        rules.put(entry.getKey(), derivation);
      }
    }
  }

  private boolean typeFits(Derivation derivation, YamlPath path) {
    for (String name : derivation.sources()) {
      Column column = source.requireColumn(name);
      if (!(derivation instanceof Derivation.Copy) && column.isMultiCell()) {
        document.mistake(
            path, "column %s is %s: only single values can be used".formatted(name, column.type()));
        return false;
      }
    }
    try {
      derivation.resultType(source);
      return true;
    } catch (IllegalArgumentException e) {
      document.mistake(path, e.getMessage());
      return false;
    }
  }

  private Optional<TableShape> fromKeys(TargetSpec.Keys keys) {
    Map<String, Column> key = new LinkedHashMap<>();
    for (int i = 0; i < keys.partitionKey().size(); i++) {
      String name = keys.partitionKey().get(i);
      int position = i;
      keyType(name, TARGET.key("partition-key").item(i))
          .ifPresent(
              type ->
                  key.put(name, new Column(name, type, ColumnKind.PARTITION_KEY, position, false)));
    }
    for (int i = 0; i < keys.clustering().size(); i++) {
      ClusteringColumn column = keys.clustering().get(i);
      int position = i;
      keyType(column.name(), TARGET.key("clustering").item(i).key("column"))
          .ifPresent(
              type ->
                  key.put(
                      column.name(),
                      new Column(
                          column.name(),
                          type,
                          ColumnKind.CLUSTERING,
                          position,
                          column.order() == Order.DESC)));
    }
    if (!document.clean()) {
      return Optional.empty();
    }
    List<Column> columns = new ArrayList<>(key.values());
    columns.addAll(others(key.keySet(), !keys.clustering().isEmpty()));
    return Optional.of(new TableShape(keys.table().keyspace(), keys.table().table(), columns));
  }

  private Optional<String> keyType(String name, YamlPath path) {
    Optional<String> type = typeOf(name);
    if (type.isEmpty()) {
      if (!spec.rules().containsKey(name)) {
        document.mistake(path, noSuchColumn(name) + "; give it a rule under 'columns'");
      }
      return Optional.empty();
    }
    CqlType parsed = CqlType.parse(type.get());
    if (NEVER_A_KEY.contains(parsed.name()) || parsed.isMultiCell()) {
      document.mistake(path, "column %s is %s: not a key type".formatted(name, type.get()));
      return Optional.empty();
    }
    boolean isStatic =
        !rules.containsKey(name) && source.requireColumn(name).kind() == ColumnKind.STATIC;
    if (isStatic) {
      document.mistake(path, "column " + name + " is static: it cannot be in a key");
      return Optional.empty();
    }
    return type;
  }

  private Optional<String> typeOf(String name) {
    Derivation rule = rules.get(name);
    if (rule != null) {
      return Optional.of(rule.resultType(source));
    }
    return spec.rules().containsKey(name)
        ? Optional.empty()
        : source.column(name).map(Column::type);
  }

  /**
   * Every column outside the key: first the source's own, renamed ones aside, then derived ones.
   */
  private List<Column> others(Set<String> key, boolean hasClustering) {
    Set<String> renamed =
        rules.values().stream()
            .filter(Derivation.Copy.class::isInstance)
            .flatMap(copy -> copy.sources().stream())
            .collect(Collectors.toSet());
    Map<String, Integer> places = new LinkedHashMap<>();
    List<Column> columns = new ArrayList<>();
    Set<String> done = new HashSet<>(key);
    for (Column column : source.columns()) {
      if (!renamed.contains(column.name()) && done.add(column.name())) {
        boolean isStatic = column.kind() == ColumnKind.STATIC && hasClustering;
        columns.add(other(column.name(), typeOf(column.name()).orElseThrow(), isStatic, places));
      }
    }
    for (Map.Entry<String, Derivation> rule : rules.entrySet()) {
      if (done.add(rule.getKey())) {
        boolean isStatic =
            hasClustering
                && rule.getValue() instanceof Derivation.Copy copy
                && source.requireColumn(copy.column()).kind() == ColumnKind.STATIC;
        columns.add(other(rule.getKey(), rule.getValue().resultType(source), isStatic, places));
      }
    }
    return columns;
  }

  private static Column other(
      String name, String type, boolean isStatic, Map<String, Integer> places) {
    ColumnKind kind = isStatic ? ColumnKind.STATIC : ColumnKind.REGULAR;
    int place = places.merge(kind.name(), 1, Integer::sum) - 1;
    return new Column(name, type, kind, place, false);
  }

  private Optional<TableShape> fromDdl(String text, Function<String, TableShape> ddlReader) {
    YamlPath path = TARGET.key("ddl");
    TableShape target;
    try {
      target = ddlReader.apply(text);
    } catch (IllegalArgumentException e) {
      document.mistake(path, e.getMessage());
      return Optional.empty();
    }
    if (source.isNamed(target.keyspace(), target.table())) {
      document.mistake(path, "the target must be another table than the source");
    }
    for (Column column : target.columns()) {
      Optional<String> type = typeOf(column.name());
      if (type.isEmpty() && !spec.rules().containsKey(column.name())) {
        document.mistake(path, noSuchColumn(column.name()) + "; give it a rule under 'columns'");
      } else if (type.isPresent() && !CqlType.same(type.get(), column.type())) {
        document.mistake(
            path,
            "column %s is %s here, but its values are %s"
                .formatted(column.name(), column.type(), type.get()));
      }
    }
    spec.rules().keySet().stream()
        .filter(name -> target.column(name).isEmpty())
        .forEach(name -> document.mistakeAtKey(path(name), "the target has no column " + name));
    return Optional.of(target);
  }

  private KeyMapping mapping(TableShape target) {
    Map<String, Derivation> changing = new LinkedHashMap<>();
    rules.forEach(
        (name, rule) -> {
          if (!rule.equals(new Derivation.Copy(name))) {
            changing.put(name, rule);
          }
        });
    return new KeyMapping(spec.name(), KeyMapping.FORMAT_VERSION, source, target, changing)
        .indexed();
  }

  /** Rules are written with quotes or capitals as the author likes; the path is as written. */
  private YamlPath path(String targetColumn) {
    var written = document.root().path("columns").fieldNames();
    while (written.hasNext()) {
      String name = written.next();
      if (TableNames.unquote(name).equals(targetColumn)) {
        return COLUMNS.key(name);
      }
    }
    return COLUMNS;
  }

  private String noSuchColumn(String name) {
    return "%s has no column %s (it has: %s)"
        .formatted(
            source.qualifiedName(),
            name,
            source.columns().stream().map(Column::name).collect(Collectors.joining(", ")));
  }
}
