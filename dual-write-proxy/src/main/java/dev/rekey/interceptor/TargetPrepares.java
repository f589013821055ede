package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.state.Phase;
import dev.rekey.cql.route.InversePlan;
import dev.rekey.cql.route.ReadPlan;
import dev.rekey.cql.route.Routing;
import dev.rekey.cql.route.WritePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Prepares statements on a source that must no longer be touched, or no longer exists: through the
 * target, with the source's names. Such a statement is never sent by its own id: when it is
 * executed, the interceptor sends the target's.
 */
final class TargetPrepares {
  private final OwnStatements own;
  private final FleetView view;

  TargetPrepares(OwnStatements own, FleetView view) {
    this.own = own;
    this.view = view;
  }

  Optional<CompletionStage<PreparedStatement>> prepare(
      PrepareRequest request, DefaultSession session) {
    if (view.understanding().isEmpty() || !view.understanding().mentions(request.getQuery())) {
      return Optional.empty();
    }
    CqlIdentifier keyspace = request.getKeyspace();
    Understood understood =
        view.understanding()
            .understand(
                request.getQuery(),
                keyspace != null
                    ? keyspace.asInternal()
                    : session.getKeyspace().map(CqlIdentifier::asInternal).orElse(""));
    if (understood.isAboutOtherTables()) {
      return Optional.empty();
    }
    if (understood.batch().isPresent()) {
      return new BatchPrepares(own, view).prepare(request, session, understood);
    }
    Understood.Part part = understood.parts().get(0);
    boolean onlyTarget =
        part.migration().map(name -> Phases.of(view, name) == Phase.TARGET).orElse(false);
    return onlyTarget ? throughTarget(request, session, understood, part) : Optional.empty();
  }

  private Optional<CompletionStage<PreparedStatement>> throughTarget(
      PrepareRequest request, DefaultSession session, Understood understood, Understood.Part part) {
    Routing routing = part.routing();
    if (routing instanceof InversePlan) {
      return Optional.empty();
    }
    if (routing instanceof Routing.Refused refusal) {
      if (Phases.mayPass(Phase.TARGET, refusal.code(), understood.kind())) {
        return Optional.empty();
      }
      throw new StatementRefusedException(part.migration().orElseThrow(), refusal);
    }
    TableShape source =
        routing instanceof ReadPlan read
            ? read.mapping().source()
            : ((WritePlan) routing).mapping().source();
    return Optional.of(
        own.prepare(MarkerTypes.template(routing).text(), session)
            .thenApply(
                mine ->
                    SourcePrepared.of(
                        request,
                        (InternalDriverContext) session.getContext(),
                        variables(understood, routing, mine, source),
                        results(routing, mine, source))));
  }

  /** The application's markers, with the types the target gives them. */
  private static List<ColumnDefinition> variables(
      Understood understood, Routing routing, PreparedStatement mine, TableShape source) {
    SourceNames names = new SourceNames(source);
    MarkerTypes types = new MarkerTypes(routing, mine, names);
    List<ColumnDefinition> variables = new ArrayList<>();
    for (int i = 0; i < understood.markerNames().size(); i++) {
      int number = i + 1;
      ColumnDefinition typed =
          types
              .of(i)
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          "Cannot prepare the statement through the target: marker %d has no type there"
                              .formatted(number)));
      String name = understood.markerNames().get(i);
      variables.add(
          name.isEmpty() ? typed : names.of(CqlIdentifier.fromInternal(name), typed.getType()));
    }
    return variables;
  }

  private static ColumnDefinitions results(
      Routing routing, PreparedStatement mine, TableShape source) {
    SourceNames names = new SourceNames(source);
    return routing instanceof ReadPlan read
        ? names.of(mine.getResultSetDefinitions(), read)
        : names.of(mine.getResultSetDefinitions());
  }
}
