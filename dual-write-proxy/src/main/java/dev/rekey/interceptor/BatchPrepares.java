package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.cql.EmptyColumnDefinitions;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.state.Phase;
import dev.rekey.cql.Term;
import dev.rekey.cql.route.Hole;
import dev.rekey.cql.route.InversePlan;
import dev.rekey.cql.route.Routing;
import dev.rekey.cql.route.Template;
import dev.rekey.cql.route.WritePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Prepares a BATCH text one statement at a time where it names a source that must no longer be
 * touched: the parts about that source through the target, the others as they are. Only the types
 * of its markers are taken from that; when it is executed, the interceptor puts the batch together.
 */
final class BatchPrepares {
  private final OwnStatements own;
  private final FleetView view;

  BatchPrepares(OwnStatements own, FleetView view) {
    this.own = own;
    this.view = view;
  }

  /** Empty if the server can prepare it as it is. */
  Optional<CompletionStage<PreparedStatement>> prepare(
      PrepareRequest request, DefaultSession session, Understood understood) {
    if (understood.parts().stream().noneMatch(this::isOnlyTarget)) {
      return Optional.empty();
    }
    CompletionStage<Map<Integer, ColumnDefinition>> types =
        CompletableFuture.completedFuture(timestamp(understood));
    for (int i = 0; i < understood.parts().size(); i++) {
      types = types.thenCombine(types(request, session, understood, i), BatchPrepares::joined);
    }
    return Optional.of(
        types.thenApply(
            all ->
                SourcePrepared.of(
                    request,
                    (InternalDriverContext) session.getContext(),
                    variables(understood, all),
                    EmptyColumnDefinitions.INSTANCE)));
  }

  private boolean isOnlyTarget(Understood.Part part) {
    return part.migration().map(name -> Phases.of(view, name) == Phase.TARGET).orElse(false);
  }

  /** The types of the markers of one part, by the marker's number in the whole text. */
  private CompletionStage<Map<Integer, ColumnDefinition>> types(
      PrepareRequest request, DefaultSession session, Understood understood, int index) {
    Understood.Part part = understood.parts().get(index);
    Template verbatim = understood.batch().orElseThrow().parts().get(index).verbatim();
    if (!isOnlyTarget(part) || part.routing() instanceof InversePlan) {
      return types(verbatim, request.getKeyspace(), session);
    }
    if (part.routing() instanceof WritePlan plan) {
      return types(plan, session, understood.markerNames().size());
    }
    Routing.Refused refusal = (Routing.Refused) part.routing();
    if (Phases.mayPass(Phase.TARGET, refusal.code(), understood.kind())) {
      return types(verbatim, request.getKeyspace(), session);
    }
    throw new StatementRefusedException(part.migration().orElseThrow(), refusal);
  }

  private CompletionStage<Map<Integer, ColumnDefinition>> types(
      Template template, CqlIdentifier keyspace, DefaultSession session) {
    return own.prepare(template.text(), keyspace, session)
        .thenApply(
            prepared -> {
              Map<Integer, ColumnDefinition> types = new TreeMap<>();
              for (int i = 0; i < template.holes().size(); i++) {
                if (template.holes().get(i) instanceof Hole.Marker marker) {
                  types.put(marker.index(), prepared.getVariableDefinitions().get(i));
                }
              }
              return types;
            });
  }

  private CompletionStage<Map<Integer, ColumnDefinition>> types(
      WritePlan plan, DefaultSession session, int markers) {
    return own.prepare(plan.targetTemplate().text(), null, session)
        .thenApply(
            prepared -> {
              MarkerTypes target =
                  new MarkerTypes(plan, prepared, new SourceNames(plan.mapping().source()));
              Map<Integer, ColumnDefinition> types = new TreeMap<>();
              for (int i = 0; i < markers; i++) {
                int marker = i;
                target.of(i).ifPresent(typed -> types.put(marker, typed));
              }
              return types;
            });
  }

  private Map<Integer, ColumnDefinition> timestamp(Understood understood) {
    Map<Integer, ColumnDefinition> types = new TreeMap<>();
    if (understood.batch().orElseThrow().timestamp().orElse(null) instanceof Term.Marker marker) {
      types.put(
          marker.index(),
          new SourceNames(source(understood))
              .of(CqlIdentifier.fromInternal("[timestamp]"), DataTypes.BIGINT));
    }
    return types;
  }

  private TableShape source(Understood understood) {
    return understood.parts().stream()
        .filter(this::isOnlyTarget)
        .flatMap(part -> view.migration(part.migration().orElseThrow()).stream())
        .findFirst()
        .orElseThrow()
        .mapping()
        .source();
  }

  private List<ColumnDefinition> variables(
      Understood understood, Map<Integer, ColumnDefinition> types) {
    SourceNames names = new SourceNames(source(understood));
    List<ColumnDefinition> variables = new ArrayList<>();
    for (int i = 0; i < understood.markerNames().size(); i++) {
      ColumnDefinition typed = types.get(i);
      if (typed == null) {
        throw new IllegalStateException(
            "Cannot prepare the BATCH through the target: marker %d has no type there"
                .formatted(i + 1));
      }
      String name = understood.markerNames().get(i);
      variables.add(
          name.isEmpty() ? typed : names.of(CqlIdentifier.fromInternal(name), typed.getType()));
    }
    return variables;
  }

  private static Map<Integer, ColumnDefinition> joined(
      Map<Integer, ColumnDefinition> left, Map<Integer, ColumnDefinition> right) {
    left.putAll(right);
    return left;
  }
}
