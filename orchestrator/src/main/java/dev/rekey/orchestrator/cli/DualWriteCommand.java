package dev.rekey.orchestrator.cli;

import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.verb.DualWriteVerb;
import dev.rekey.orchestrator.verb.VerbContext;
import java.util.Optional;
import picocli.CommandLine.Command;

@Command(
    name = "dual-write",
    description = "Makes every application instance write both tables, then fixes the fence.")
final class DualWriteCommand extends VerbCommand {

  @Override
  ExitCode run(VerbContext context, Optional<String> name) {
    return new DualWriteVerb(context, name).run();
  }
}
