package dev.rekey.orchestrator.cli;

import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.verb.BackfillVerb;
import dev.rekey.orchestrator.verb.JobOptions;
import dev.rekey.orchestrator.verb.VerbContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "backfill",
    description =
        "Copies every row that was written before the fence; continues an interrupted run.")
final class BackfillCommand extends VerbCommand {

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Spark master. Default: local[*], in a process of its own.")
  private String master;

  @Override
  ExitCode run(VerbContext context, Optional<String> name) {
    List<String> arguments = new ArrayList<>();
    if (master != null) {
      arguments.addAll(List.of("--master", master));
    }
    return new BackfillVerb(context, name, new JobOptions(arguments, terminal().environment()))
        .run();
  }
}
