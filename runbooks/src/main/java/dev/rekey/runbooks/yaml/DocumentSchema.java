package dev.rekey.runbooks.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonNodePath;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.PathType;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** A JSON Schema (2020-12) whose violations are told in the words of the YAML file. */
public final class DocumentSchema {

  private final JsonNode text;
  private final JsonSchema schema;

  private DocumentSchema(JsonNode text) {
    this.text = text;
    SchemaValidatorsConfig config =
        SchemaValidatorsConfig.builder()
            .pathType(PathType.JSON_POINTER)
            .locale(Locale.ENGLISH)
            .build();
    this.schema = JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(text, config);
  }

  /** Reads a schema from a class path resource beside {@code owner}. */
  public static DocumentSchema resource(Class<?> owner, String name) {
    try (InputStream stream = owner.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException(
            "Cannot read the schema: no such resource (" + name + " beside " + owner + ")");
      }
      return new DocumentSchema(new ObjectMapper().readTree(stream));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the schema " + name, e);
    }
  }

  List<Mistake> violations(JsonNode root, Positions positions) {
    List<Mistake> mistakes = new ArrayList<>();
    for (ValidationMessage violation : schema.validate(root)) {
      mistakes.add(mistake(violation, positions));
    }
    return mistakes;
  }

  private Mistake mistake(ValidationMessage violation, Positions positions) {
    YamlPath path = path(violation.getInstanceLocation());
    boolean unknownKey =
        "additionalProperties".equals(violation.getType()) && violation.getProperty() != null;
    if (unknownKey) {
      YamlPath key = path.key(violation.getProperty());
      return new Mistake(positions.ofKey(key), path.toString(), unknown(violation));
    }
    String message = violation.getMessage().replaceFirst("^[^:]*: ", "");
    return new Mistake(positions.of(path), path.toString(), message);
  }

  private String unknown(ValidationMessage violation) {
    JsonNode object = text;
    JsonNodePath location = violation.getSchemaLocation().getFragment();
    for (int i = 0; i + 1 < location.getNameCount(); i++) {
      object = object.path(location.getElement(i).toString());
    }
    TreeSet<String> known = new TreeSet<>();
    object.path("properties").fieldNames().forEachRemaining(known::add);
    return "unknown key '%s' (known here: %s)"
        .formatted(violation.getProperty(), String.join(", ", known));
  }

  private static YamlPath path(JsonNodePath location) {
    YamlPath path = YamlPath.ROOT;
    for (int i = 0; i < location.getNameCount(); i++) {
      Object element = location.getElement(i);
      path = element instanceof Integer index ? path.item(index) : path.key(element.toString());
    }
    return path;
  }
}
