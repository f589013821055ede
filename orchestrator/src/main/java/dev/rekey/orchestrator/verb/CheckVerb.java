package dev.rekey.orchestrator.verb;

import dev.rekey.control.MigrationRecord;
import dev.rekey.core.state.TransitionTable;
import dev.rekey.core.state.Verb;
import java.util.List;
import java.util.Optional;

/** Looks at every guard of the step that comes next, without taking it. */
public final class CheckVerb {

  private final VerbContext context;
  private final Optional<String> name;
  private final JobOptions options;

  /** A look at the named migration; the context's mode is {@link VerbContext.Mode#CHECK}. */
  public CheckVerb(VerbContext context, Optional<String> name, JobOptions options) {
    this.context = context;
    this.name = name;
    this.options = options;
  }

  /** Looks. */
  public Readiness look() {
    MigrationRecord record = context.migration(name);
    Optional<Verb> next =
        Footing.begun(record.state(), record.publication())
            .or(() -> TransitionTable.forward(record.state()));
    return next.flatMap(verb -> step(verb, record.name()))
        .map(step -> new Readiness(record, step.verb().command(), step.look(record)))
        .orElseGet(() -> new Readiness(record, "", List.of()));
  }

  private Optional<MigrationVerb> step(Verb verb, String migration) {
    Optional<String> exactly = Optional.of(migration);
    Confirmation none = new Confirmation(Optional.empty(), question -> Optional.empty());
    return switch (verb) {
      case DUAL_WRITE -> Optional.of(new DualWriteVerb(context, exactly));
      case BACKFILL -> Optional.of(new BackfillVerb(context, exactly, options));
      case VERIFY -> Optional.of(new VerifyVerb(context, exactly, options));
      case SWITCH_READS -> Optional.of(new SwitchReadsVerb(context, exactly));
      case ROLLBACK -> Optional.of(RollbackVerb.ofOneStep(context, exactly));
      case SOAK, RETIRE ->
          Optional.of(new RetireVerb(context, exactly, none, RetireVerb.Source.INTACT));
      case DROP -> Optional.of(new DropVerb(context, exactly, none));
      case START, COMPLETE -> Optional.empty();
    };
  }
}
