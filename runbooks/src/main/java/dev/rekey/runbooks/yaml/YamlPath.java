package dev.rekey.runbooks.yaml;

import java.util.ArrayList;
import java.util.List;

/**
 * The way from the root of a document to a node: keys are strings, places in a list are numbers
 * counted from 0. Printed as {@code target.clustering[0].order}.
 */
public record YamlPath(List<Object> steps) {

  /** The whole document. */
  public static final YamlPath ROOT = new YamlPath(List.of());

  /** Copies the steps. */
  public YamlPath {
    steps = List.copyOf(steps);
  }

  /** The path of nested keys. */
  public static YamlPath of(String... keys) {
    return new YamlPath(List.of((Object[]) keys));
  }

  /** This path, then the value of a key. */
  public YamlPath key(String name) {
    return plus(name);
  }

  /** This path, then an item of a list. */
  public YamlPath item(int index) {
    return plus(index);
  }

  private YamlPath plus(Object step) {
    List<Object> longer = new ArrayList<>(steps);
    longer.add(step);
    return new YamlPath(longer);
  }

  YamlPath parent() {
    return new YamlPath(steps.subList(0, Math.max(0, steps.size() - 1)));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Object step : steps) {
      if (step instanceof Integer) {
        text.append('[').append(step).append(']');
      } else {
        text.append(text.isEmpty() ? "" : ".").append(step);
      }
    }
    return text.toString();
  }
}
