package dev.rekey.core.state;

import java.util.Optional;

/** A verb was asked for in a state that does not allow it. */
public final class IllegalTransitionException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  private final MigrationState state;
  private final Verb verb;

  IllegalTransitionException(MigrationState state, Verb verb, Optional<Verb> next) {
    super(
        "Cannot %s: the migration is in state %s, which allows %s"
            .formatted(
                verb.command(),
                state,
                next.map(n -> "'rekey " + n.command() + "' next").orElse("nothing further")));
    this.state = state;
    this.verb = verb;
  }

  public MigrationState state() {
    return state;
  }

  public Verb verb() {
    return verb;
  }
}
