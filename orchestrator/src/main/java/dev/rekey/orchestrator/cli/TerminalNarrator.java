package dev.rekey.orchestrator.cli;

import dev.rekey.orchestrator.engine.Narrator;

/**
 * Tells what happens: on a terminal, progress is drawn over itself; elsewhere a progress line is
 * printed when it has changed and a few seconds have passed.
 */
final class TerminalNarrator implements Narrator {

  private static final long QUIET_NANOS = 5_000_000_000L;
  private static final String ERASE = "\r\u001b[2K";

  private final Terminal terminal;
  private String last = "";
  private long lastNanos;
  private boolean drawn;

  TerminalNarrator(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public synchronized void say(String line) {
    erase();
    terminal.say(line);
    last = "";
  }

  @Override
  public synchronized void progress(String line) {
    if (terminal.style() == Terminal.Style.INTERACTIVE) {
      terminal.out().print(ERASE + line);
      terminal.out().flush();
      drawn = true;
      return;
    }
    long now = System.nanoTime();
    boolean due = last.isEmpty() || now - lastNanos >= QUIET_NANOS;
    if (due && !line.equals(last)) {
      terminal.say(line);
      last = line;
      lastNanos = now;
    }
  }

  private void erase() {
    if (drawn) {
      terminal.out().print(ERASE);
      drawn = false;
    }
  }
}
