package dev.rekey.orchestrator.verb;

import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Transition;
import dev.rekey.core.state.TransitionTable;
import dev.rekey.core.state.Verb;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;

/** How far along the main road a migration is. */
public final class Progress {

  private Progress() {}

  /** True if {@code state} is {@code wanted} or comes after it without any rollback. */
  public static boolean reached(MigrationState state, MigrationState wanted) {
    Set<MigrationState> seen = EnumSet.of(wanted);
    Deque<MigrationState> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      MigrationState from = open.pop();
      for (Transition row : TransitionTable.rows()) {
        if (row.from() == from && row.verb() != Verb.ROLLBACK && seen.add(row.to())) {
          open.push(row.to());
        }
      }
    }
    return seen.contains(state);
  }
}
