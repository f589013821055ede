package dev.rekey.orchestrator.plan;

import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.cql.CqlParser;
import dev.rekey.cql.CqlSyntaxException;
import dev.rekey.cql.route.ReadPlan;
import dev.rekey.cql.route.Router;
import dev.rekey.cql.route.Routing;
import dev.rekey.cql.route.WritePlan;
import dev.rekey.orchestrator.spec.SpecStatement;
import java.util.Optional;

/**
 * Judges a statement by the very code that will route it at run time, so that plan and interceptor
 * never disagree; the words about the key come from the restrictions.
 */
public final class RouterJudge implements StatementJudge {

  private final StatementJudge words = new RestrictionJudge();

  @Override
  public AccessPattern judge(SpecStatement statement, KeyMapping mapping) {
    AccessPattern described = words.judge(statement, mapping);
    Routing routing;
    try {
      routing =
          Router.route(
              statement.cql(),
              CqlParser.parse(statement.cql()),
              mapping,
              mapping.source().keyspace());
    } catch (CqlSyntaxException e) {
      return described;
    }
    Optional<Routing.Refused> refused = refused(routing);
    if (refused.isPresent()) {
      return with(
          described,
          Verdict.refuse(statement.id(), refused.get().reason(), refused.get().remedy()));
    }
    if (routing instanceof Routing.PassThrough) {
      return with(
          described,
          Verdict.refuse(
              statement.id(),
              "it is not about " + mapping.source().qualifiedName(),
              "list only statements on the source"));
    }
    if (routing instanceof ReadPlan read && read.combination() == ReadPlan.Combination.ONE_BUCKET) {
      return with(
          described,
          Verdict.warn(
              statement.id(),
              "an aggregate that is not merged: it is refused whenever its values ask more than one"
                  + " target partition",
              "select the rows and aggregate in the application, or ask for one target partition at"
                  + " a time"));
    }
    return with(
        described,
        throughIndex(routing)
            ? Verdict.warn(
                statement.id(),
                "it does not bound the bucket: the bucket index is read first, then every bucket"
                    + " that it shows, one after another as far as the rows are needed",
                "restrict the bucket's column by a range with both ends where the application can")
            : Verdict.pass(statement.id(), "served by the target"));
  }

  private static boolean throughIndex(Routing routing) {
    if (routing instanceof Routing.BatchPlan batch) {
      return batch.parts().stream().anyMatch(part -> throughIndex(part.routing()));
    }
    return routing instanceof ReadPlan read && read.needsIndex()
        || routing instanceof WritePlan write && write.needsIndex();
  }

  private static Optional<Routing.Refused> refused(Routing routing) {
    if (routing instanceof Routing.Refused refused) {
      return Optional.of(refused);
    }
    if (routing instanceof Routing.BatchPlan batch) {
      return batch.parts().stream().flatMap(part -> refused(part.routing()).stream()).findFirst();
    }
    return Optional.empty();
  }

  private static AccessPattern with(AccessPattern described, Verdict verdict) {
    boolean served = verdict.level() != Verdict.Level.REFUSE;
    boolean hasWords = described.verdict().level() != Verdict.Level.REFUSE;
    return new AccessPattern(
        described.statement(),
        served ? (hasWords ? described.partitionKey() : "as routed") : "-",
        served ? (hasWords ? described.clustering() : "as routed") : "-",
        verdict);
  }
}
