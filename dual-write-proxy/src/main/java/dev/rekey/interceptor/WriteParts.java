package dev.rekey.interceptor;

import dev.rekey.core.state.Phase;
import dev.rekey.cql.route.Bindings;
import dev.rekey.cql.route.RefusalCode;
import dev.rekey.cql.route.Routing;
import dev.rekey.cql.route.WritePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes a write apart under the phases it runs in, or refuses it as a whole. */
final class WriteParts {
  private WriteParts() {}

  /**
   * @throws StatementRefusedException if one of its statements cannot be mirrored in its phase
   */
  static List<WritePart> of(Call call) {
    List<WritePart> parts = new ArrayList<>();
    for (Child child : call.children()) {
      Bindings bindings =
          new AppBindings(call, child.statement(), child.index(), child.understood().markerNames());
      if (child.understood().isAboutOtherTables()) {
        parts.add(other(child, bindings, Optional.empty()));
        continue;
      }
      for (int i = 0; i < child.understood().parts().size(); i++) {
        parts.add(part(call, child, i, bindings));
      }
    }
    return parts;
  }

  private static WritePart part(Call call, Child child, int index, Bindings bindings) {
    Understood.Part part = child.understood().parts().get(index);
    Optional<Routing.BatchPlan.Part> text =
        child.understood().batch().map(batch -> batch.parts().get(index));
    if (part.migration().isEmpty()) {
      return other(child, bindings, text);
    }
    String migration = part.migration().get();
    Phase phase = Phases.of(call.view(), migration);
    if (part.routing() instanceof Routing.Refused refusal) {
      if (Phases.mayPass(phase, refusal.code(), child.understood().kind())
          && !mayMissIndex(call, migration, refusal)) {
        return other(child, bindings, text);
      }
      throw new StatementRefusedException(migration, refusal);
    }
    if (!(part.routing() instanceof WritePlan plan)) {
      return other(child, bindings, text);
    }
    return new WritePart(
        part.migration(),
        phase,
        Optional.of(plan),
        text.map(batchPart -> batchPart.verbatim(bindings)),
        bindings,
        child.statement());
  }

  /** What names the target and is not understood may write rows whose bucket nobody opens. */
  private static boolean mayMissIndex(Call call, String migration, Routing.Refused refusal) {
    return refusal.code() == RefusalCode.TARGET_NAMED
        && call.view().migration(migration).flatMap(live -> live.mapping().index()).isPresent();
  }

  private static WritePart other(
      Child child, Bindings bindings, Optional<Routing.BatchPlan.Part> text) {
    return new WritePart(
        Optional.empty(),
        Phase.SOURCE,
        Optional.empty(),
        text.map(part -> part.verbatim(bindings)),
        bindings,
        child.statement());
  }
}
