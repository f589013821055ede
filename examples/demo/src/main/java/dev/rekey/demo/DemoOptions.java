package dev.rekey.demo;

import picocli.CommandLine.Option;

/** How the demo is run; every default makes a run of four to five minutes on two cores. */
final class DemoOptions {
  @Option(
      names = "--keep",
      description = "After the migration, leave server and application running until Ctrl-C.")
  boolean keep;

  @Option(
      names = "--setup-only",
      description =
          "Start server, data and application, print the commands to migrate by hand, and wait for"
              + " Ctrl-C.")
  boolean setupOnly;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "220000",
      description = "Rows before the application starts. Default: ${DEFAULT-VALUE}")
  int rows;

  @Option(
      names = "--seconds-of-traffic",
      paramLabel = "S",
      defaultValue = "2",
      description = "How long the application runs between two steps. Default: ${DEFAULT-VALUE}")
  int secondsOfTraffic;
}
