package dev.rekey.core.state;

import static dev.rekey.core.state.MigrationState.BACKFILLED;
import static dev.rekey.core.state.MigrationState.BACKFILLING;
import static dev.rekey.core.state.MigrationState.COMPLETED;
import static dev.rekey.core.state.MigrationState.DUAL_WRITING;
import static dev.rekey.core.state.MigrationState.PLANNED;
import static dev.rekey.core.state.MigrationState.READS_SWITCHED;
import static dev.rekey.core.state.MigrationState.ROLLED_BACK;
import static dev.rekey.core.state.MigrationState.SOAKED;
import static dev.rekey.core.state.MigrationState.SOURCE_DROPPED;
import static dev.rekey.core.state.MigrationState.SOURCE_RETIRED;
import static dev.rekey.core.state.MigrationState.TARGET_CREATED;
import static dev.rekey.core.state.MigrationState.VERIFIED;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Every move a migration can make. Interceptor and backfill never move the state; only the
 * orchestrator does, and only along this table.
 *
 * <p>{@code backfill} and {@code verify} move in two steps, into the running state and out of it,
 * so that a run that died is visible and is continued by the same command.
 */
public final class TransitionTable {
  private static final List<Transition> ROWS =
      List.of(
          move(PLANNED, Verb.START, TARGET_CREATED, Phase.SOURCE),
          move(TARGET_CREATED, Verb.DUAL_WRITE, DUAL_WRITING, Phase.DUAL),
          move(DUAL_WRITING, Verb.BACKFILL, BACKFILLING, Phase.DUAL),
          move(BACKFILLING, Verb.BACKFILL, BACKFILLED, Phase.DUAL),
          move(BACKFILLED, Verb.VERIFY, VERIFIED, Phase.DUAL),
          move(VERIFIED, Verb.VERIFY, VERIFIED, Phase.DUAL),
          move(VERIFIED, Verb.SWITCH_READS, READS_SWITCHED, Phase.DUAL_READ_TARGET),
          move(READS_SWITCHED, Verb.SOAK, SOAKED, Phase.DUAL_READ_TARGET),
          move(SOAKED, Verb.RETIRE, SOURCE_RETIRED, Phase.TARGET),
          move(SOURCE_RETIRED, Verb.DROP, SOURCE_DROPPED, Phase.TARGET),
          move(SOURCE_DROPPED, Verb.COMPLETE, COMPLETED, Phase.TARGET),
          move(READS_SWITCHED, Verb.ROLLBACK, VERIFIED, Phase.DUAL),
          move(SOAKED, Verb.ROLLBACK, VERIFIED, Phase.DUAL),
          move(VERIFIED, Verb.ROLLBACK, ROLLED_BACK, Phase.SOURCE),
          move(BACKFILLED, Verb.ROLLBACK, ROLLED_BACK, Phase.SOURCE),
          move(BACKFILLING, Verb.ROLLBACK, ROLLED_BACK, Phase.SOURCE),
          move(DUAL_WRITING, Verb.ROLLBACK, ROLLED_BACK, Phase.SOURCE),
          move(TARGET_CREATED, Verb.ROLLBACK, ROLLED_BACK, Phase.SOURCE),
          move(PLANNED, Verb.ROLLBACK, ROLLED_BACK, Phase.SOURCE));

  static {
    Set<String> seen = new HashSet<>();
    for (Transition row : ROWS) {
      if (!seen.add(row.from() + " " + row.verb())) {
        throw new IllegalStateException(
            "Cannot build the transition table: %s in %s is given twice"
                .formatted(row.verb(), row.from()));
      }
    }
  }

  private TransitionTable() {}

  private static Transition move(MigrationState from, Verb verb, MigrationState to, Phase phase) {
    return new Transition(from, verb, to, phase);
  }

  /** Every row, in the order of a migration that goes well, then the ways back. */
  public static List<Transition> rows() {
    return ROWS;
  }

  /** The move a verb makes in a state, if it is allowed there. */
  public static Optional<Transition> find(MigrationState state, Verb verb) {
    return ROWS.stream().filter(row -> row.from() == state && row.verb() == verb).findFirst();
  }

  /**
   * The move a verb makes in a state.
   *
   * @throws IllegalTransitionException naming the state and what it allows instead
   */
  public static Transition require(MigrationState state, Verb verb) {
    return find(state, verb)
        .orElseThrow(() -> new IllegalTransitionException(state, verb, forward(state)));
  }

  /** The verb that brings a migration forward from a state; empty in final states. */
  public static Optional<Verb> forward(MigrationState state) {
    return ROWS.stream()
        .filter(row -> row.from() == state && row.to() != state && row.verb() != Verb.ROLLBACK)
        .map(Transition::verb)
        .findFirst();
  }

  /** The table as a Mermaid state diagram. */
  public static String mermaid() {
    return ROWS.stream()
        .map(
            row ->
                "    %s --> %s: %s<br/>%s"
                    .formatted(row.from(), row.to(), row.verb().command(), row.phase()))
        .collect(Collectors.joining("\n", "stateDiagram-v2\n    [*] --> PLANNED\n", "\n"));
  }
}
