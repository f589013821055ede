package dev.rekey.migrations;

import java.util.ArrayList;
import java.util.List;

/**
 * A script's version: numbers compared as numbers; {@code 1}, {@code 001} and {@code 1.0} are
 * equal.
 */
record Version(List<Long> parts) implements Comparable<Version> {
  static final int MAX_DIGITS = 18;

  Version {
    List<Long> trimmed = new ArrayList<>(parts);
    while (trimmed.size() > 1 && trimmed.get(trimmed.size() - 1) == 0) {
      trimmed.remove(trimmed.size() - 1);
    }
    parts = List.copyOf(trimmed);
  }

  /** Parses digits separated by dots, each group of at most {@link #MAX_DIGITS} digits. */
  static Version parse(String text) {
    List<Long> parts = new ArrayList<>();
    for (String part : text.split("\\.", -1)) {
      parts.add(Long.parseLong(part));
    }
    return new Version(parts);
  }

  @Override
  public int compareTo(Version other) {
    int length = Math.max(parts.size(), other.parts.size());
    for (int i = 0; i < length; i++) {
      int order = Long.compare(part(i), other.part(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private long part(int index) {
    return index < parts.size() ? parts.get(index) : 0;
  }

  @Override
  public String toString() {
    return String.join(".", parts.stream().map(String::valueOf).toList());
  }
}
