package dev.rekey.runbooks.yaml;

/**
 * A place in a text file.
 *
 * @param line counted from 1
 * @param column counted from 1
 */
public record Position(int line, int column) implements Comparable<Position> {

  /** The first character of a file: where a mistake that has no better place is reported. */
  public static final Position START = new Position(1, 1);

  /** Refuses positions before the first character. */
  public Position {
    if (line < 1 || column < 1) {
      throw new IllegalArgumentException(
          "Cannot make a position: line and column count from 1 (" + line + ":" + column + ")");
    }
  }

  @Override
  public int compareTo(Position other) {
    int byLine = Integer.compare(line, other.line);
    return byLine != 0 ? byLine : Integer.compare(column, other.column);
  }

  @Override
  public String toString() {
    return line + ":" + column;
  }
}
