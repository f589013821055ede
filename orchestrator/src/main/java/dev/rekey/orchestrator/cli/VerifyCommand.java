package dev.rekey.orchestrator.cli;

import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.verb.JobOptions;
import dev.rekey.orchestrator.verb.VerbContext;
import dev.rekey.orchestrator.verb.VerifyVerb;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "verify", description = "Compares both tables, two-way, and stores the evidence.")
final class VerifyCommand extends VerbCommand {

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Spark master. Default: local[*], in a process of its own.")
  private String master;

  @Option(
      names = "--repair",
      description =
          "Make the follow table equal to the lead where they differ, then compare again.")
  private boolean repair;

  @Override
  ExitCode run(VerbContext context, Optional<String> name) {
    List<String> arguments = new ArrayList<>();
    if (master != null) {
      arguments.addAll(List.of("--master", master));
    }
    if (repair) {
      arguments.add("--repair");
    }
    return new VerifyVerb(context, name, new JobOptions(arguments, terminal().environment())).run();
  }
}
