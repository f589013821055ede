package dev.rekey.interceptor;

import dev.rekey.core.state.Phase;
import dev.rekey.cql.route.RefusalCode;

/** What a phase means for statements that cannot be re-keyed. */
final class Phases {
  private Phases() {}

  /** A migration that is no longer listed was rolled back: its table is as it was. */
  static Phase of(FleetView view, String migration) {
    return view.migration(migration).map(LiveMigration::phase).orElse(Phase.SOURCE);
  }

  /** Whether a migration asks for no more than using its source as ever. */
  static boolean isSource(FleetView view, String migration) {
    return of(view, migration) == Phase.SOURCE;
  }

  /** Whether every instance is still waited for that writes the source only. */
  static boolean isUnfenced(FleetView view, String migration) {
    return view.migration(migration)
        .map(live -> live.publication().fence().isEmpty() && live.phase() == Phase.DUAL)
        .orElse(true);
  }

  /** Whether the statement may go to the server as it is. */
  static boolean mayPass(Phase phase, RefusalCode code, Understood.Kind kind) {
    return switch (code) {
      case UNPARSABLE, TRUNCATE, SCHEMA_CHANGE -> false;
      case TARGET_NAMED ->
          kind == Understood.Kind.READ ? phase.readsTarget() : phase == Phase.TARGET;
      default -> kind == Understood.Kind.READ ? !phase.readsTarget() : phase == Phase.SOURCE;
    };
  }
}
