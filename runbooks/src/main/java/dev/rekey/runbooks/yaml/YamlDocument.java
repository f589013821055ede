package dev.rekey.runbooks.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A YAML document that has passed its schema, or knows in which ways it has not. Mistakes of
 * meaning are added by whoever understands the document; {@link #requireNoMistakes} then reports
 * all of them together.
 */
public final class YamlDocument {

  private final String name;
  private final JsonNode root;
  private final Positions positions;
  private final List<Mistake> mistakes;

  YamlDocument(String name, JsonNode root, Positions positions, List<Mistake> mistakes) {
    this.name = name;
    this.root = root;
    this.positions = positions;
    this.mistakes = new ArrayList<>(mistakes);
  }

  /**
   * Parses the text and checks it.
   *
   * @param name what the file is called in messages
   * @throws DocumentException when the text is not YAML at all, so that nothing more can be said
   */
  public static YamlDocument parse(String name, String text, DocumentSchema schema) {
    YamlDocument document = new YamlReader(name).read(text);
    document.mistakes.addAll(schema.violations(document.root, document.positions));
    return document;
  }

  /** What the file is called in messages. */
  public String name() {
    return name;
  }

  /** The parsed content. */
  public JsonNode root() {
    return root;
  }

  /** Where a value begins, or what should hold it if it is missing. */
  public Position position(YamlPath path) {
    return positions.of(path);
  }

  /** Adds a mistake at a value. */
  public void mistake(YamlPath path, String message) {
    mistakes.add(new Mistake(positions.of(path), path.toString(), message));
  }

  /** Adds a mistake at a key. */
  public void mistakeAtKey(YamlPath path, String message) {
    mistakes.add(new Mistake(positions.ofKey(path), path.toString(), message));
  }

  /** True while nothing wrong was found. */
  public boolean clean() {
    return mistakes.isEmpty();
  }

  /** True if nothing wrong was found at the path or below it, so that its content can be used. */
  public boolean clean(YamlPath path) {
    String prefix = path.toString();
    return mistakes.stream().noneMatch(mistake -> below(mistake.path(), prefix));
  }

  /** A copy of what was found so far. */
  public Collection<Mistake> mistakes() {
    return List.copyOf(mistakes);
  }

  /**
   * Ends the reading.
   *
   * @throws DocumentException with every mistake, in the order of the file
   */
  public void requireNoMistakes() {
    if (!mistakes.isEmpty()) {
      throw new DocumentException(name, mistakes);
    }
  }

  private static boolean below(String path, String prefix) {
    return path.equals(prefix) || path.startsWith(prefix + ".") || path.startsWith(prefix + "[");
  }
}
