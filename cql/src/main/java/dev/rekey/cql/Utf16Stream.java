package dev.rekey.cql;

import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.misc.Interval;

/**
 * A text as the lexer's input, one UTF-16 unit at a time, so that token positions are offsets of
 * the {@link String} (the runtime's own streams count code points).
 */
final class Utf16Stream implements CharStream {

  private final String text;
  private int position;

  Utf16Stream(String text) {
    this.text = text;
  }

  @Override
  public void consume() {
    if (position >= text.length()) {
      throw new IllegalStateException("Cannot read past the end of the text (" + position + ")");
    }

    position++;
  }

  @Override
  public int LA(int i) {
    if (i == 0) {
      return 0;
    }

    int at = i > 0 ? position + i - 1 : position + i;

    return at >= 0 && at < text.length() ? text.charAt(at) : EOF;
  }

  @Override
  public int mark() {
    return -1;
  }

  @Override
  public void release(int marker) {}

  @Override
  public int index() {
    return position;
  }

  @Override
  public void seek(int index) {
    position = Math.min(index, text.length());
  }

  @Override
  public int size() {
    return text.length();
  }

  @Override
  public String getSourceName() {
    return UNKNOWN_SOURCE_NAME;
  }

  @Override
  public String getText(Interval interval) {
    int end = Math.min(interval.b + 1, text.length());

    return interval.a >= end ? "" : text.substring(interval.a, end);
  }
}
