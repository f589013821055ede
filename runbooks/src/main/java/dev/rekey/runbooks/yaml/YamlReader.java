package dev.rekey.runbooks.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.StringReader;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Turns YAML text into a tree and remembers where everything was. Plain scalars follow YAML 1.2's
 * core schema: only {@code true}, {@code false} and {@code null} are words with a meaning, so that
 * a column may be called {@code on} or {@code no}; dates and octal-looking numbers stay text.
 */
final class YamlReader {

  private static final int MAX_DEPTH = 30;
  private static final int MAX_CODE_POINTS = 1_000_000;
  private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9][0-9]{0,18})");
  private static final Pattern DECIMAL = Pattern.compile("-?(0|[1-9][0-9]{0,15})\\.[0-9]{1,15}");

  private final String name;
  private final JsonNodeFactory nodes = JsonNodeFactory.instance;
  private final Positions positions = new Positions();
  private final List<Mistake> mistakes = new ArrayList<>();

  YamlReader(String name) {
    this.name = name;
  }

  YamlDocument read(String text) {
    LoaderOptions options = new LoaderOptions();
    options.setNestingDepthLimit(MAX_DEPTH);
    options.setMaxAliasesForCollections(0);
    options.setCodePointLimit(MAX_CODE_POINTS);
    try {
      Node root = new Yaml(new SafeConstructor(options)).compose(new StringReader(text));
      if (root == null) {
        throw failure(Position.START, "the file is empty");
      }
      return new YamlDocument(name, convert(root, YamlPath.ROOT), positions, mistakes);
    } catch (MarkedYAMLException e) {
      Position at = e.getProblemMark() == null ? Position.START : position(e.getProblemMark());
      throw failure(at, "not YAML: " + e.getProblem());
    } catch (YAMLException e) {
      throw failure(Position.START, "not YAML: " + e.getMessage());
    }
  }

  private JsonNode convert(Node node, YamlPath path) {
    positions.value(path, position(node.getStartMark()));
    if (path.steps().size() > MAX_DEPTH) {
      throw failure(position(node.getStartMark()), "nested deeper than " + MAX_DEPTH + " levels");
    }
    if (node instanceof MappingNode mapping) {
      return object(mapping, path);
    }
    if (node instanceof SequenceNode sequence) {
      ArrayNode array = nodes.arrayNode();
      for (Node item : sequence.getValue()) {
        array.add(convert(item, path.item(array.size())));
      }
      return array;
    }
    return scalar((ScalarNode) node);
  }

  private ObjectNode object(MappingNode mapping, YamlPath path) {
    ObjectNode object = nodes.objectNode();
    for (NodeTuple tuple : mapping.getValue()) {
      Position at = position(tuple.getKeyNode().getStartMark());
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        mistakes.add(new Mistake(at, path.toString(), "a key must be a word, not a list or a map"));
        continue;
      }
      YamlPath child = path.key(key.getValue());
      if (object.has(key.getValue())) {
        mistakes.add(
            new Mistake(at, child.toString(), "key '" + key.getValue() + "' is given twice"));
        continue;
      }
      positions.key(child, at);
      object.set(key.getValue(), convert(tuple.getValueNode(), child));
    }
    return object;
  }

  private JsonNode scalar(ScalarNode node) {
    String text = node.getValue();
    if (!node.isPlain()) {
      return nodes.textNode(text);
    }
    return switch (text) {
      case "true" -> nodes.booleanNode(true);
      case "false" -> nodes.booleanNode(false);
      case "", "null", "~" -> nodes.nullNode();
      default -> number(text);
    };
  }

  private JsonNode number(String text) {
    if (INTEGER.matcher(text).matches()) {
      BigInteger value = new BigInteger(text);
      return value.bitLength() < Long.SIZE
          ? nodes.numberNode(value.longValue())
          : nodes.numberNode(value);
    }
    if (DECIMAL.matcher(text).matches()) {
      return nodes.numberNode(Double.parseDouble(text));
    }
    return nodes.textNode(text);
  }

  private DocumentException failure(Position at, String message) {
    return new DocumentException(name, List.of(new Mistake(at, "", message)));
  }

  private static Position position(Mark mark) {
    return new Position(mark.getLine() + 1, mark.getColumn() + 1);
  }
}
