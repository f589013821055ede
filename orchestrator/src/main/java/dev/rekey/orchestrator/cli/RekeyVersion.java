package dev.rekey.orchestrator.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version of the jar; {@code development} when run from classes. */
final class RekeyVersion implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {"rekey " + current()};
  }

  static String current() {
    return Optional.ofNullable(RekeyVersion.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
