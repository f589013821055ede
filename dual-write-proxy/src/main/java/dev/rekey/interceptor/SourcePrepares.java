package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import com.datastax.oss.driver.internal.core.session.RepreparePayload;
import dev.rekey.core.state.Phase;
import dev.rekey.cql.route.InversePlan;
import dev.rekey.cql.route.RefusalCode;
import dev.rekey.cql.route.Routing;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Makes the driver forget what it would prepare again on a node that comes up: statements on a
 * source that must no longer be touched, not even by PREPARE. None of them is sent by its id any
 * more, so nothing misses them.
 */
final class SourcePrepares implements Consumer<FleetView> {
  private final Supplier<Map<?, RepreparePayload>> payloads;
  private final Supplier<String> keyspace;

  /**
   * @param payloads what the driver would prepare again; entries are removed from it
   * @param keyspace the session's own
   */
  SourcePrepares(Supplier<Map<?, RepreparePayload>> payloads, Supplier<String> keyspace) {
    this.payloads = payloads;
    this.keyspace = keyspace;
  }

  static SourcePrepares of(DefaultSession session) {
    return new SourcePrepares(
        session::getRepreparePayloads,
        () -> session.getKeyspace().map(CqlIdentifier::asInternal).orElse(""));
  }

  /** Again with every look at the phases: a PREPARE may have been under way. */
  @Override
  public void accept(FleetView view) {
    if (view.all().stream().anyMatch(live -> live.phase() == Phase.TARGET)) {
      payloads.get().values().removeIf(payload -> namesForbiddenSource(payload, view));
    }
  }

  private boolean namesForbiddenSource(RepreparePayload payload, FleetView view) {
    if (!view.understanding().mentionsPrepared(payload.query)) {
      return false;
    }
    String own = payload.keyspace == null ? keyspace.get() : payload.keyspace.asInternal();
    return view.understanding().understand(payload.query, own).parts().stream()
        .anyMatch(part -> !namesTarget(part.routing()) && isOnlyTarget(part, view));
  }

  private static boolean isOnlyTarget(Understood.Part part, FleetView view) {
    return part.migration().map(name -> Phases.of(view, name) == Phase.TARGET).orElse(false);
  }

  private static boolean namesTarget(Routing routing) {
    return routing instanceof InversePlan
        || routing instanceof Routing.Refused refused && refused.code() == RefusalCode.TARGET_NAMED;
  }
}
