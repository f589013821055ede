package dev.rekey.orchestrator.verb;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.control.MigrationRecord;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.core.state.TransitionTable;
import dev.rekey.core.state.Verb;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import dev.rekey.orchestrator.engine.Claim;
import dev.rekey.orchestrator.engine.FleetView;
import dev.rekey.orchestrator.engine.Waiting;
import dev.rekey.orchestrator.guard.ConfirmationGuard;
import dev.rekey.orchestrator.guard.Guard;
import dev.rekey.orchestrator.guard.GuardResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Drops the source, once its full name was typed. What is dropped is the table with the id that was
 * noted before, so that a table created anew under the name is never mistaken for it.
 */
public final class DropVerb extends MigrationVerb {

  /** Under which detail of the history the source's id is found, from the start on. */
  static final String SOURCE_ID = "source-id";

  private static final String INTENT = "drop-source";
  private static final String DROPPED_ID = "id";
  private static final Duration AGREEMENT = Duration.ofSeconds(60);

  private final Confirmation confirmation;

  /** A verb for the named migration. */
  public DropVerb(VerbContext context, Optional<String> name, Confirmation confirmation) {
    super(context, name);
    this.confirmation = confirmation;
  }

  @Override
  Verb verb() {
    return Verb.DROP;
  }

  @Override
  void requireAllowed(MigrationRecord record) {
    if (TransitionTable.find(record.state(), Verb.DROP).isEmpty()) {
      throw new RekeyException(
          ExitCode.REFUSED,
          "Cannot drop %s: migration %s is in state %s; nothing was changed. Once it is %s, you"
                  .formatted(
                      record.source().cql(),
                      record.name(),
                      record.state(),
                      MigrationState.SOURCE_RETIRED)
              + " must type the table's full name: "
              + record.source().cql(),
          NextCommand.after(record.state(), record.name()));
    }
  }

  @Override
  List<Guard> beforeClaim(MigrationRecord record) {
    String table = record.source().cql();
    Optional<String> answer =
        context().mode() == VerbContext.Mode.DRY_RUN
            ? confirmation.given()
            : confirmation.answer(
                "POINT OF NO RETURN: table %s and all its data will be dropped.\nType the table's full name (%s) to go on: "
                    .formatted(table, table));
    return List.of(new ConfirmationGuard(table, answer, command(record)));
  }

  @Override
  List<Guard> guards(MigrationRecord record, FleetView fleet) {
    List<Guard> guards = new ArrayList<>(StandardGuards.ofCluster(context(), record));
    guards.add(() -> allOnTarget(record, fleet));
    guards.add(() -> sameTable(record));
    return guards;
  }

  private static GuardResult allOnTarget(MigrationRecord record, FleetView fleet) {
    int behind = fleet.laggards(record.name(), record.publication().epoch()).size();
    boolean target = record.publication().phase() == Phase.TARGET;
    return target && behind == 0
        ? GuardResult.pass(
            "source-unused",
            "all %d live instances use the target only".formatted(fleet.live().size()))
        : GuardResult.fail(
            "source-unused",
            ExitCode.FLEET_NOT_ACKNOWLEDGED,
            "%d instances have not acknowledged %s".formatted(behind, Phase.TARGET),
            "rekey status");
  }

  private GuardResult sameTable(MigrationRecord record) {
    context().schema().find(record.source());
    Optional<String> id = context().schema().tableId(record.source());
    Optional<String> noted = noted(record, DROPPED_ID);
    if (id.isEmpty() && noted.isEmpty()) {
      return GuardResult.fail(
          "same-table", "the source is gone, and not by us", "rekey history " + record.name());
    }
    Optional<String> expected = noted.or(() -> noted(record, SOURCE_ID));
    if (id.isPresent() && expected.isPresent() && !id.equals(expected)) {
      return GuardResult.fail(
          "same-table",
          "the source's id is %s, that of the table that was migrated is %s: it was created anew"
              .formatted(id.get(), expected.get()),
          "look who created it; it is not dropped");
    }
    return GuardResult.pass("same-table", "id " + id.orElse("(dropped by an earlier run)"));
  }

  private Optional<String> noted(MigrationRecord record, String detail) {
    return context()
        .stores()
        .events()
        .list(record.name(), record.createdAt(), context().stores().clock().instant())
        .stream()
        .map(event -> event.detail().get(detail))
        .filter(Objects::nonNull)
        .findFirst();
  }

  @Override
  List<String> actions(MigrationRecord record) {
    return List.of("DROP TABLE " + record.source().cql(), "move to SOURCE_DROPPED");
  }

  @Override
  void perform(Claim claim) {
    MigrationRecord record = claim.record();
    Optional<String> id = context().schema().tableId(record.source());
    if (id.isPresent()) {
      claim.note(INTENT, "drop " + record.source().cql(), Map.of(DROPPED_ID, id.get()));
      claim.check();
      say("  dropping " + record.source().cql());
      CqlSession session = context().stores().session();
      session.execute(
          SimpleStatement.newInstance("DROP TABLE IF EXISTS " + record.source().cql())
              .setTimeout(AGREEMENT)
              .setIdempotent(false));
      awaitAgreement(session);
    }
    move(claim, MigrationState.SOURCE_DROPPED, "the source is dropped");
  }

  private void awaitAgreement(CqlSession session) {
    Waiting waiting = Waiting.atMost(AGREEMENT);
    while (!session.checkSchemaAgreement()) {
      if (waiting.over()) {
        throw new RekeyException(
            ExitCode.OUTCOME_UNKNOWN,
            "Cannot go on: nodes do not agree about the schema after " + AGREEMENT,
            "look at 'nodetool describecluster'; then run the same command again");
      }
      waiting.pause(context().timing().poll());
    }
  }
}
