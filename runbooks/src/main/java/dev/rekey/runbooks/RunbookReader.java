package dev.rekey.runbooks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rekey.runbooks.yaml.DocumentException;
import dev.rekey.runbooks.yaml.DocumentSchema;
import dev.rekey.runbooks.yaml.YamlDocument;
import dev.rekey.runbooks.yaml.YamlPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a runbook: YAML, JSON Schema, then its meaning; all mistakes at once. */
public final class RunbookReader {

  private static final DocumentSchema SCHEMA =
      DocumentSchema.resource(RunbookReader.class, "runbook.schema.json");
  private static final List<String> ACTIONS = List.of("run", "gate", "confirm", "wait");
  private static final Pattern PARAMETER = Pattern.compile("\\$\\{([a-z][a-z0-9-]*)}");
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
  private static final Duration DEFAULT_EVERY = Duration.ofSeconds(5);
  private static final Duration DEFAULT_WAIT = Duration.ofMinutes(10);

  private final YamlDocument document;
  private final Map<String, String> values = new LinkedHashMap<>();

  private RunbookReader(YamlDocument document) {
    this.document = document;
  }

  /**
   * Reads a runbook and fills in its parameters.
   *
   * @param name what the file is called in messages
   * @param settings values of parameters; those with a default may be left out
   * @throws DocumentException with every mistake and its position
   */
  public static Runbook read(String name, String text, Map<String, String> settings) {
    YamlDocument document = YamlDocument.parse(name, text, SCHEMA);
    document.requireNoMistakes();
    RunbookReader reader = new RunbookReader(document);
    reader.settle(settings);
    Runbook runbook = reader.runbook();
    document.requireNoMistakes();
    return runbook;
  }

  private void settle(Map<String, String> settings) {
    JsonNode parameters = document.root().path("parameters");
    parameters
        .fields()
        .forEachRemaining(
            entry -> {
              String value = settings.get(entry.getKey());
              if (value == null && !entry.getValue().has("default")) {
                document.mistakeAtKey(
                    YamlPath.of("parameters", entry.getKey()),
                    "no value given and no default; add --set %s=...".formatted(entry.getKey()));
              }
              values.put(
                  entry.getKey(),
                  value == null ? entry.getValue().path("default").asText() : value);
            });
    settings.keySet().stream()
        .filter(given -> !parameters.has(given))
        .forEach(
            given ->
                document.mistake(
                    YamlPath.of("parameters"),
                    "--set %s: the runbook has no such parameter (%s)"
                        .formatted(given, String.join(", ", values.keySet()))));
  }

  private Runbook runbook() {
    List<Step> steps = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    JsonNode list = document.root().path("steps");
    for (int i = 0; i < list.size(); i++) {
      YamlPath path = YamlPath.of("steps").item(i);
      if (!ids.add(list.get(i).path("id").asText())) {
        document.mistake(path.key("id"), "another step has the same id");
      }
      step(list.get(i), path).ifPresent(steps::add);
    }
    document.requireNoMistakes();
    return new Runbook(
        document.root().path("runbook").asText(),
        document.root().path("title").asText(),
        text(document.root(), YamlPath.ROOT, "migration").orElseThrow(),
        steps);
  }

  private Optional<Step> step(JsonNode node, YamlPath path) {
    List<String> actions = ACTIONS.stream().filter(node::has).toList();
    if (actions.size() != 1) {
      document.mistake(path, "a step is exactly one of run, gate, confirm, wait, not " + actions);
      return Optional.empty();
    }
    String kind = actions.get(0);
    Optional<Duration> budget = duration(node, "budget");
    String id = node.path("id").asText();
    Optional<StepAction> action = action(kind, node, path);
    return action.map(
        done ->
            new Step(
                id,
                node.path("title").asText(id),
                done,
                text(node.path("expect"), path.key("expect"), "state"),
                text(node, path, "undo"),
                kind.equals("wait") ? Optional.of(budget.orElse(DEFAULT_WAIT)) : budget,
                node.path("point-of-no-return").asBoolean()
                    ? Step.Nature.POINT_OF_NO_RETURN
                    : Step.Nature.REVERSIBLE));
  }

  private Optional<StepAction> action(String kind, JsonNode node, YamlPath path) {
    if (node.has("type") != kind.equals("confirm")) {
      document.mistake(path, "'type' belongs to 'confirm', and 'confirm' needs it");
      return Optional.empty();
    }
    if (node.has("every") && !kind.equals("wait")) {
      document.mistake(path.key("every"), "'every' belongs to 'wait'");
    }
    Optional<String> value = text(node, path, kind);
    return switch (kind) {
      case "run" -> value.map(line -> new StepAction.Run(words(line)));
      case "gate" -> value.map(line -> new StepAction.Gate(words(line)));
      case "wait" -> value.map(line -> new StepAction.Wait(words(line), every(node, path)));
      default ->
          value.map(
              question ->
                  new StepAction.Confirm(question, text(node, path, "type").orElse(question)));
    };
  }

  private Duration every(JsonNode node, YamlPath path) {
    Duration every = duration(node, "every").orElse(DEFAULT_EVERY);
    if (every.isZero()) {
      document.mistake(path.key("every"), "must be longer than nothing");
      return DEFAULT_EVERY;
    }
    return every;
  }

  private Optional<String> text(JsonNode node, YamlPath path, String key) {
    if (!node.has(key)) {
      return Optional.empty();
    }
    Matcher matcher = PARAMETER.matcher(node.get(key).asText());
    StringBuilder filled = new StringBuilder();
    while (matcher.find()) {
      String value = values.get(matcher.group(1));
      if (value == null) {
        document.mistake(path.key(key), "unknown parameter ${" + matcher.group(1) + "}");
      }
      matcher.appendReplacement(filled, Matcher.quoteReplacement(value == null ? "" : value));
    }
    return Optional.of(matcher.appendTail(filled).toString());
  }

  private static List<String> words(String line) {
    return Arrays.stream(line.strip().split("\\s+")).filter(word -> !word.isEmpty()).toList();
  }

  private static Optional<Duration> duration(JsonNode node, String key) {
    Matcher matcher = DURATION.matcher(node.path(key).asText());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long amount = Long.parseLong(matcher.group(1));
    return Optional.of(
        switch (matcher.group(2)) {
          case "ms" -> Duration.ofMillis(amount);
          case "s" -> Duration.ofSeconds(amount);
          case "m" -> Duration.ofMinutes(amount);
          default -> Duration.ofHours(amount);
        });
  }
}
