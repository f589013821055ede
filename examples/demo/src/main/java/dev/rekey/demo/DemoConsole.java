package dev.rekey.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Where the demo speaks: plain lines, and in a terminal one line that is drawn over. */
final class DemoConsole {
  private static final String BLANK = "\r\u001B[K";

  private final PrintStream out;
  private final Style style;

  /** Whether a line may be drawn over. */
  enum Style {
    TERMINAL,
    PLAIN
  }

  DemoConsole(PrintStream out, Style style) {
    this.out = out;
    this.style = style;
  }

  static DemoConsole system() {
    return new DemoConsole(System.out, System.console() == null ? Style.PLAIN : Style.TERMINAL);
  }

  Style style() {
    return style;
  }

  PrintStream out() {
    return out;
  }

  void say(String format, Object... values) {
    out.println(values.length == 0 ? format : format.formatted(values));
    out.flush();
  }

  void title(String title) {
    say("");
    say(style == Style.TERMINAL ? "\u001B[1m== %s\u001B[0m" : "== %s", title);
  }

  /**
   * Waits, showing something four times a second in a terminal.
   *
   * @param cancelled ends the wait early
   */
  void watch(Duration time, Supplier<String> line, BooleanSupplier cancelled) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end && !cancelled.getAsBoolean()) {
      draw(line.get());
      LockSupport.parkNanos(Duration.ofMillis(250).toNanos());
    }
    if (style == Style.TERMINAL) {
      out.print(BLANK);
      out.flush();
    }
  }

  private void draw(String line) {
    if (style == Style.TERMINAL) {
      out.print(BLANK + "   " + line);
      out.flush();
    }
  }
}
