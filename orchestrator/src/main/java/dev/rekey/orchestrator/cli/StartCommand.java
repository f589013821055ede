package dev.rekey.orchestrator.cli;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.engine.Timing;
import dev.rekey.orchestrator.plan.Plan;
import dev.rekey.orchestrator.spec.SpecDraft;
import dev.rekey.orchestrator.spec.SpecReader;
import dev.rekey.orchestrator.verb.StartVerb;
import dev.rekey.orchestrator.verb.VerbContext;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "start", description = "Stores the plan of a spec and creates the target table.")
final class StartCommand extends ConnectedCommand {

  @Parameters(paramLabel = "SPEC", description = "The spec file.")
  private Path specFile;

  @Option(names = "--dry-run", description = "Show guards and actions; change nothing.")
  private boolean dryRun;

  @Override
  void checkBeforeConnecting() {
    SpecReader.read(specFile).require();
  }

  @Override
  ExitCode run(CqlSession session) {
    SpecDraft draft = SpecReader.read(specFile);
    VerbContext.Mode mode = dryRun ? VerbContext.Mode.DRY_RUN : VerbContext.Mode.REAL;
    VerbContext context = context(session, mode, Timing.DEFAULT);
    Plan plan = LivePlans.plan(session, draft, context);
    return new StartVerb(context, plan, specFile.toString()).run();
  }
}
