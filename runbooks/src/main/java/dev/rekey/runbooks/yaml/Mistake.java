package dev.rekey.runbooks.yaml;

/**
 * One thing that is wrong in a document.
 *
 * @param position where the offending key or value begins
 * @param path the place as a reader names it, e.g. {@code target.partition-key[1]}; empty for the
 *     whole document
 * @param message what is wrong, as a sentence without a final stop
 */
public record Mistake(Position position, String path, String message)
    implements Comparable<Mistake> {

  @Override
  public int compareTo(Mistake other) {
    int byPosition = position.compareTo(other.position);
    return byPosition != 0 ? byPosition : message.compareTo(other.message);
  }

  /** {@code 4:17 target.partition-key[1]: message}. */
  @Override
  public String toString() {
    return position + " " + (path.isEmpty() ? "" : path + ": ") + message;
  }
}
