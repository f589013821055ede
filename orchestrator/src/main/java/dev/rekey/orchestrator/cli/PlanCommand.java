package dev.rekey.orchestrator.cli;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import dev.rekey.orchestrator.plan.Plan;
import dev.rekey.orchestrator.plan.PlanRenderer;
import dev.rekey.orchestrator.plan.Planner;
import dev.rekey.orchestrator.plan.RouterJudge;
import dev.rekey.orchestrator.plan.SchemaFile;
import dev.rekey.orchestrator.plan.ServerVersion;
import dev.rekey.orchestrator.plan.Sizing;
import dev.rekey.orchestrator.plan.TableSchema;
import dev.rekey.orchestrator.plan.check.PlanChecks;
import dev.rekey.orchestrator.spec.SpecDraft;
import dev.rekey.orchestrator.spec.SpecReader;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "plan",
    description =
        "Says whether a table can be re-keyed: class of the change, verdicts, DDL, access patterns."
            + " Changes nothing; works without a cluster.")
final class PlanCommand extends CliCommand {

  @Parameters(paramLabel = "SPEC", description = "The spec file.")
  private Path specFile;

  @Option(
      names = "--schema",
      paramLabel = "FILE",
      description =
          "A file with the source's CREATE TABLE, instead of a cluster. Default without a cluster:"
              + " the spec's own 'schema'.")
  private Path schemaFile;

  @Mixin private ConnectionOptions connectionOptions;

  @Override
  ExitCode run() {
    SpecDraft draft = SpecReader.read(specFile);
    Optional<Connection> connection = connectionOptions.resolve(terminal());
    Plan plan =
        schemaFile == null && connection.isPresent()
            ? fromCluster(draft, connection.get())
            : fromFile(draft);
    terminal().out().print(PlanRenderer.render(plan));
    terminal().say("");
    boolean refused = !plan.refusals().isEmpty();
    terminal()
        .say(
            refused
                ? "Next: change the spec or the table, then run this again."
                : "Next: rekey start " + specFile);
    return refused ? ExitCode.REFUSED : ExitCode.DONE;
  }

  private Plan fromFile(SpecDraft draft) {
    Optional<Path> file = Optional.ofNullable(schemaFile).or(draft::schemaFile);
    if (draft.source().isEmpty()) {
      draft.require();
    }
    Path path =
        file.orElseThrow(
            () ->
                new RekeyException(
                    ExitCode.USAGE,
                    "Cannot plan: neither a cluster nor a schema file is given",
                    "give --contact-point HOST:PORT or --schema FILE, or name 'schema:' in the"
                        + " spec"));
    TableSchema source = SchemaFile.read(path, draft.source().orElseThrow());
    return new Planner(PlanChecks.all(), new RouterJudge(), ServerVersion.ASSUMED)
        .plan(draft, source, Sizing.NOT_MEASURED);
  }

  private static Plan fromCluster(SpecDraft draft, Connection connection) {
    if (draft.source().isEmpty()) {
      draft.require();
    }
    try (CqlSession session = Sessions.open(connection)) {
      return LivePlans.measured(session, draft);
    }
  }
}
