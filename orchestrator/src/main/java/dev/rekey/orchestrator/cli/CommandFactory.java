package dev.rekey.orchestrator.cli;

import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Hands the terminal to every command. */
final class CommandFactory implements IFactory {

  private final Terminal terminal;
  private final RekeyCli cli;

  CommandFactory(Terminal terminal, RekeyCli cli) {
    this.terminal = terminal;
    this.cli = cli;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    K object = CommandLine.defaultFactory().create(type);
    if (object instanceof TerminalUser user) {
      user.use(terminal, cli);
    }
    return object;
  }

  /** A command that speaks. */
  interface TerminalUser {
    /** Called once, before anything else. */
    void use(Terminal terminal, RekeyCli cli);
  }
}
