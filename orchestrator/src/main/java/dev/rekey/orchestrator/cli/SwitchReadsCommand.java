package dev.rekey.orchestrator.cli;

import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.verb.SwitchReadsVerb;
import dev.rekey.orchestrator.verb.VerbContext;
import java.util.Optional;
import picocli.CommandLine.Command;

@Command(name = "switch-reads", description = "Makes every application instance read the target.")
final class SwitchReadsCommand extends VerbCommand {

  @Override
  ExitCode run(VerbContext context, Optional<String> name) {
    return new SwitchReadsVerb(context, name).run();
  }
}
