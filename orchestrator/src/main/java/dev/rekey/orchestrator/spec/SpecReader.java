package dev.rekey.orchestrator.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rekey.control.RowMarker;
import dev.rekey.control.TableName;
import dev.rekey.control.WriteMode;
import dev.rekey.core.mapping.DerivationSyntaxException;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.orchestrator.spec.TargetSpec.ClusteringColumn;
import dev.rekey.orchestrator.spec.TargetSpec.Order;
import dev.rekey.runbooks.yaml.DocumentException;
import dev.rekey.runbooks.yaml.DocumentSchema;
import dev.rekey.runbooks.yaml.Mistake;
import dev.rekey.runbooks.yaml.Position;
import dev.rekey.runbooks.yaml.YamlDocument;
import dev.rekey.runbooks.yaml.YamlPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads a spec file as far as it can be understood without the source table. */
public final class SpecReader {

  private static final DocumentSchema SCHEMA =
      DocumentSchema.resource(SpecReader.class, "spec.schema.json");
  private static final long MAX_BYTES = 1_000_000;
  private static final YamlPath TARGET = YamlPath.of("target");
  private static final YamlPath COLUMNS = YamlPath.of("columns");

  private final YamlDocument document;
  private final JsonNode root;
  private final String text;

  private SpecReader(YamlDocument document, String text) {
    this.document = document;
    this.root = document.root();
    this.text = text;
  }

  /**
   * Reads a spec.
   *
   * @throws DocumentException if the file cannot be read or is not YAML; every other mistake waits
   *     in the draft
   */
  public static SpecDraft read(Path file) {
    String name = file.toString();
    String text = load(file, name);
    YamlDocument document = YamlDocument.parse(name, text, SCHEMA);
    return new SpecDraft(file, document, new SpecReader(document, text).spec());
  }

  /** Parses a spec's text as stored in the control keyspace; it had no mistakes when it was. */
  public static Spec stored(String name, String text) {
    YamlDocument document = YamlDocument.parse(name, text, SCHEMA);
    return new SpecDraft(Path.of(name), document, new SpecReader(document, text).spec()).require();
  }

  private static String load(Path file, String name) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw unreadable(name, "the file is larger than " + MAX_BYTES + " bytes");
      }
      return Files.readString(file);
    } catch (IOException e) {
      throw unreadable(name, "the file cannot be read (" + e + ")");
    }
  }

  private static DocumentException unreadable(String name, String why) {
    return new DocumentException(name, List.of(new Mistake(Position.START, "", why)));
  }

  private Optional<Spec> spec() {
    Map<String, String> rules = rules();
    Optional<TableName> source = tableName(root.path("source"), YamlPath.of("source"));
    Optional<TargetSpec> target = target(source);
    List<SpecStatement> reads = statements("reads");
    List<SpecStatement> writes = statements("writes");
    if (source.isEmpty() || target.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Spec(
            root.path("rekey").asText(),
            text,
            Optional.ofNullable(root.get("schema")).map(JsonNode::asText),
            source.get(),
            target.get(),
            rules,
            names(root.path("immutable")),
            policies(),
            reads,
            writes,
            limits()));
  }

  private Map<String, String> rules() {
    Map<String, String> rules = new LinkedHashMap<>();
    root.path("columns")
        .fields()
        .forEachRemaining(
            entry -> {
              YamlPath path = COLUMNS.key(entry.getKey());
              String column = TableNames.unquote(entry.getKey());
              String previous = rules.put(column, entry.getValue().asText());
              if (previous != null) {
                document.mistakeAtKey(path, "column " + column + " has two rules");
              }
              checkRule(path, entry.getValue());
            });
    return rules;
  }

  private void checkRule(YamlPath path, JsonNode rule) {
    if (!rule.isTextual()) {
      return;
    }
    try {
      Derivations.parse(rule.asText());
    } catch (DerivationSyntaxException e) {
      document.mistake(path, e.getMessage());
    } catch (IllegalArgumentException | ArithmeticException e) {
      document.mistake(path, "Cannot use rule '" + rule.asText() + "': " + e.getMessage());
    }
  }

  private Optional<TargetSpec> target(Optional<TableName> source) {
    JsonNode target = root.path("target");
    if (!target.isObject()) {
      return Optional.empty();
    }
    if (target.has("ddl")) {
      for (String other : List.of("table", "partition-key", "clustering", "options")) {
        if (target.has(other)) {
          document.mistakeAtKey(
              TARGET.key(other), "'" + other + "' is said by 'ddl' already; give one or the other");
        }
      }
      return Optional.of(new TargetSpec.Ddl(target.get("ddl").asText()));
    }
    for (String needed : List.of("table", "partition-key")) {
      if (!target.has(needed)) {
        document.mistakeAtKey(TARGET, "'" + needed + "' is missing (or give a full 'ddl')");
      }
    }
    Optional<TableName> table = tableName(target.path("table"), TARGET.key("table"));
    if (table.isPresent() && table.equals(source)) {
      document.mistake(TARGET.key("table"), "the target must be another table than the source");
    }
    Keys keys = keys(target);
    return table.map(
        name -> new TargetSpec.Keys(name, keys.partitionKey, keys.clustering, options(target)));
  }

  private record Keys(List<String> partitionKey, List<ClusteringColumn> clustering) {}

  private Keys keys(JsonNode target) {
    Set<String> seen = new HashSet<>();
    List<String> partitionKey = new ArrayList<>();
    JsonNode partition = target.path("partition-key");
    for (int i = 0; i < partition.size(); i++) {
      String column = TableNames.unquote(partition.get(i).asText());
      once(seen, column, TARGET.key("partition-key").item(i));
      partitionKey.add(column);
    }
    List<ClusteringColumn> clustering = new ArrayList<>();
    JsonNode list = target.path("clustering");
    for (int i = 0; i < list.size(); i++) {
      String column = TableNames.unquote(list.get(i).path("column").asText());
      once(seen, column, TARGET.key("clustering").item(i).key("column"));
      boolean descending = "desc".equals(list.get(i).path("order").asText());
      clustering.add(new ClusteringColumn(column, descending ? Order.DESC : Order.ASC));
    }
    return new Keys(partitionKey, clustering);
  }

  private void once(Set<String> seen, String column, YamlPath path) {
    if (!seen.add(column)) {
      document.mistake(path, "column " + column + " is in the key twice");
    }
  }

  private Map<String, Object> options(JsonNode target) {
    Map<String, Object> options = new LinkedHashMap<>();
    ObjectMapper mapper = new ObjectMapper();
    target
        .path("options")
        .fields()
        .forEachRemaining(
            entry -> {
              if (entry.getValue().isNull() || entry.getValue().isArray()) {
                document.mistake(
                    TARGET.key("options").key(entry.getKey()),
                    "an option is a text, a number, true, false or a map of them");
              } else {
                options.put(entry.getKey(), mapper.convertValue(entry.getValue(), Object.class));
              }
            });
    return options;
  }

  private Optional<TableName> tableName(JsonNode node, YamlPath path) {
    if (!node.isTextual()) {
      return Optional.empty();
    }
    Optional<TableName> name = TableNames.parse(node.asText());
    if (name.isEmpty()) {
      document.mistake(path, "'" + node.asText() + "' is not a full name; write keyspace.table");
    }
    return name;
  }

  private Spec.Policies policies() {
    return new Spec.Policies(
        Optional.ofNullable(root.get("statics")).map(JsonNode::asText),
        Optional.ofNullable(root.get("on-collision")).map(JsonNode::asText),
        "update".equals(root.path("row-marker").asText()) ? RowMarker.UPDATE : RowMarker.INSERT,
        root.path("lightweight-transactions").asBoolean()
            ? Spec.Transactions.USED
            : Spec.Transactions.NONE,
        "logged-batch".equals(root.path("dual-writes").asText())
            ? WriteMode.LOGGED_BATCH
            : WriteMode.PARALLEL);
  }

  private Spec.Limits limits() {
    Spec.Limits defaults = Spec.Limits.DEFAULT;
    JsonNode rate = root.path("limits").path("backfill-rows-per-second");
    return new Spec.Limits(
        root.path("writers").path("min-instances").asInt(defaults.minInstances()),
        rate.isIntegralNumber() ? OptionalLong.of(rate.asLong()) : OptionalLong.empty(),
        duration(root.path("limits").path("max-lag"), defaults.maxLag()),
        duration(root.path("soak"), defaults.soak()));
  }

  private List<SpecStatement> statements(String key) {
    List<SpecStatement> statements = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    JsonNode list = root.path(key);
    for (int i = 0; i < list.size(); i++) {
      JsonNode node = list.get(i);
      String id = node.path("id").asText();
      if (node.has("id") && !ids.add(id)) {
        document.mistake(YamlPath.of(key).item(i).key("id"), "another statement is called " + id);
      }
      statements.add(
          new SpecStatement(
              id,
              node.path("cql").asText(),
              Optional.ofNullable(node.get("volume")).map(JsonNode::asText),
              node.path("consistency").asText(SpecStatement.DEFAULT_CONSISTENCY)));
    }
    return List.copyOf(statements);
  }

  private static Set<String> names(JsonNode list) {
    Set<String> names = new LinkedHashSet<>();
    list.forEach(item -> names.add(TableNames.unquote(item.asText())));
    return names;
  }

  private static Duration duration(JsonNode node, Duration otherwise) {
    String written = node.asText();
    int digits = 0;
    while (digits < written.length() && Character.isDigit(written.charAt(digits))) {
      digits++;
    }
    if (digits == 0 || digits > 9) {
      return otherwise;
    }
    long amount = Long.parseLong(written.substring(0, digits));
    return switch (written.substring(digits)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      case "d" -> Duration.ofDays(amount);
      default -> otherwise;
    };
  }
}
