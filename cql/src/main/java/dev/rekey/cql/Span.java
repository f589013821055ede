package dev.rekey.cql;

/**
 * A piece of the statement's text: UTF-16 offsets, the start included and the end not, as {@link
 * String#substring(int, int)} takes them. A rewriter edits the application's own text by these.
 */
public record Span(int start, int end) {

  public Span {
    if (start < 0 || end < start) {
      throw new IllegalArgumentException(
          "Cannot make a span: the end is before the start (" + start + ", " + end + ")");
    }
  }

  /** The text of this span. */
  public String of(String statement) {
    return statement.substring(start, end);
  }
}
