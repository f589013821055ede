package dev.rekey.orchestrator.cli;

import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.verb.RetireVerb;
import dev.rekey.orchestrator.verb.VerbContext;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "retire", description = "Ends the writing of the source. Point of no return.")
final class RetireCommand extends VerbCommand {

  @Option(
      names = "--confirm",
      paramLabel = "NAME",
      description = "The migration's name, typed in full.")
  private String confirm;

  @Option(
      names = "--source-lost",
      description =
          "Go on although the source is gone, or was created anew: what it is owed is not written.")
  private boolean sourceLost;

  @Override
  ExitCode run(VerbContext context, Optional<String> name) {
    RetireVerb.Source source = sourceLost ? RetireVerb.Source.LOST : RetireVerb.Source.INTACT;
    return new RetireVerb(context, name, confirmation(confirm), source).run();
  }
}
