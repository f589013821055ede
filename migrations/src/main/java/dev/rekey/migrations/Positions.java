package dev.rekey.migrations;

import java.util.Arrays;

/** Offsets of a text as line and column, both from 1; a line ends at LF, or at a CR alone. */
final class Positions {
  private final String source;
  private final int[] lineStarts;

  Positions(String source, String text) {
    this.source = source;
    int[] starts = new int[text.length() + 1];
    int lines = 1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean crBeforeLf = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
      if (c == '\n' || (c == '\r' && !crBeforeLf)) {
        starts[lines++] = i + 1;
      }
    }
    lineStarts = Arrays.copyOf(starts, lines);
  }

  int line(int offset) {
    int found = Arrays.binarySearch(lineStarts, offset);
    return found >= 0 ? found + 1 : -found - 1;
  }

  int column(int offset) {
    return offset - lineStarts[line(offset) - 1] + 1;
  }

  /** {@code file, line L, column C}. */
  String at(int offset) {
    return "%s, line %d, column %d".formatted(source, line(offset), column(offset));
  }
}
