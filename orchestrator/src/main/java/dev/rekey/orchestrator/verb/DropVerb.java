package dev.rekey.orchestrator.verb;

import dev.rekey.control.MigrationRecord;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.core.state.TransitionTable;
import dev.rekey.core.state.Verb;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import dev.rekey.orchestrator.engine.Claim;
import dev.rekey.orchestrator.engine.FleetView;
import dev.rekey.orchestrator.guard.ConfirmationGuard;
import dev.rekey.orchestrator.guard.Guard;
import dev.rekey.orchestrator.guard.GuardResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Drops the source, once its full name was typed. What is dropped is the table with the id that was
 * noted before, so that a table created anew under the name is never mistaken for it.
 */
public final class DropVerb extends MigrationVerb {

  private static final String INTENT = "drop-source";
  private static final String DROPPED_ID = "id";

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

  /** Without the typed name the answer is the same in every state: nothing, and what to type. */
  @Override
  void requireAllowed(MigrationRecord record) {
    if (TransitionTable.find(record.state(), Verb.DROP).isPresent()) {
      return;
    }
    String table = record.source().cql();
    boolean typed = confirmation.given().filter(table::equals).isPresent();
    throw new RekeyException(
        typed ? ExitCode.REFUSED : ExitCode.NOT_CONFIRMED,
        "Cannot drop %s: migration %s is %s%s; nothing was changed"
            .formatted(
                table,
                record.name(),
                record.state(),
                typed ? "" : ", and the table's full name was not typed"),
        "%s; a drop is possible once the migration is %s, and then by typing '%s --confirm %s'"
            .formatted(
                quoted(NextCommand.after(record)),
                MigrationState.SOURCE_RETIRED,
                command(record),
                table));
  }

  private static String quoted(String next) {
    return next.startsWith("rekey ") ? "'" + next + "' comes first" : next;
  }

  @Override
  List<Guard> beforeClaim(MigrationRecord record) {
    String table = record.source().cql();
    if (context().mode() == VerbContext.Mode.CHECK) {
      return List.of();
    }
    Optional<String> answer =
        context().mode() == VerbContext.Mode.DRY_RUN
            ? confirmation.given()
            : confirmation.answer(
                "%s.\nType the table's full name (%s) to go on: "
                    .formatted(consequence(table), table));
    return List.of(new ConfirmationGuard(table, answer, command(record), consequence(table)));
  }

  private static String consequence(String table) {
    return "POINT OF NO RETURN: table %s and all its data will be dropped".formatted(table);
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
            "rekey status " + record.name());
  }

  private GuardResult sameTable(MigrationRecord record) {
    context().schema().find(record.source());
    Optional<String> id = context().schema().tableId(record.source());
    Optional<String> noted = History.detail(context().stores(), record, DROPPED_ID);
    if (id.isEmpty() && noted.isEmpty()) {
      return GuardResult.fail(
          "same-table", "the source is gone, and not by us", "rekey history " + record.name());
    }
    Optional<String> expected =
        noted.or(() -> History.detail(context().stores(), record, History.SOURCE_ID));
    if (id.isPresent() && expected.isPresent() && !id.equals(expected)) {
      return GuardResult.fail(
          "same-table",
          "the source's id is %s, that of the table that was migrated is %s: it was created anew"
              .formatted(id.get(), expected.get()),
          "look who created it; it is not dropped");
    }
    return GuardResult.pass("same-table", "id " + id.orElse("(dropped by an earlier run)"));
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
      SchemaChange.execute(context(), "DROP TABLE IF EXISTS " + record.source().cql());
      SchemaChange.awaitAgreement(context());
    }
    move(claim, MigrationState.SOURCE_DROPPED, "the source is dropped");
  }
}
