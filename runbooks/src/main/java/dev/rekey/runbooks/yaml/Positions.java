package dev.rekey.runbooks.yaml;

import java.util.HashMap;
import java.util.Map;

/** Where the keys and values of one document begin. */
final class Positions {

  private final Map<YamlPath, Position> values = new HashMap<>();
  private final Map<YamlPath, Position> keys = new HashMap<>();

  void value(YamlPath path, Position position) {
    values.putIfAbsent(path, position);
  }

  void key(YamlPath path, Position position) {
    keys.putIfAbsent(path, position);
  }

  /** The value's position; of something that is not there, the position of what should hold it. */
  Position of(YamlPath path) {
    for (YamlPath at = path; ; at = at.parent()) {
      Position position = values.get(at);
      if (position != null) {
        return position;
      }
      if (at.steps().isEmpty()) {
        return Position.START;
      }
    }
  }

  Position ofKey(YamlPath path) {
    Position position = keys.get(path);
    return position != null ? position : of(path);
  }
}
