package dev.rekey.orchestrator.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How to reach the cluster; flags, then environment, then rekey.yaml. */
final class ConnectionOptions {

  @Option(
      names = "--contact-point",
      paramLabel = "HOST[:PORT]",
      description =
          "A node to begin with; repeatable. Default: REKEY_CONTACT_POINTS (comma-separated), then"
              + " rekey.yaml. Port 9042 unless given.")
  private List<String> contactPoints = new ArrayList<>();

  @Option(
      names = "--local-dc",
      paramLabel = "NAME",
      description =
          "The data centre to work in. Default: REKEY_LOCAL_DC, then rekey.yaml, then that of the"
              + " contact points.")
  private String localDc;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Default: rekey.yaml in the working directory, if there is one.")
  private Path config;

  /** Where the cluster is; empty if nothing says it. */
  Optional<Connection> resolve(Terminal terminal) {
    return ConnectionFile.read(Optional.ofNullable(config))
        .overlaid(terminal.environment())
        .overlaid(contactPoints, Optional.ofNullable(localDc))
        .connection(terminal.environment());
  }
}
