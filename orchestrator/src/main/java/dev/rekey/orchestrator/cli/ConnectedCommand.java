package dev.rekey.orchestrator.cli;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.rekey.control.ControlSchema;
import dev.rekey.control.EventRecord;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import dev.rekey.orchestrator.engine.Narrator;
import dev.rekey.orchestrator.engine.Stores;
import dev.rekey.orchestrator.engine.Timing;
import dev.rekey.orchestrator.plan.LiveSchema;
import dev.rekey.orchestrator.verb.VerbContext;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.List;
import picocli.CommandLine.Mixin;

/** A command that needs the cluster. */
abstract class ConnectedCommand extends CliCommand {

  @Mixin private ConnectionOptions connectionOptions;

  /** What the command does once connected. */
  abstract ExitCode run(CqlSession session);

  /** What can be found wrong before connecting. */
  void checkBeforeConnecting() {}

  @Override
  final ExitCode run() {
    checkBeforeConnecting();
    try (CqlSession session = Sessions.open(connection())) {
      return run(session);
    }
  }

  final Connection connection() {
    return connectionOptions
        .resolve(terminal())
        .orElseThrow(
            () ->
                new RekeyException(
                    ExitCode.USAGE,
                    "Cannot connect: no contact point is given",
                    "give --contact-point HOST:PORT, set REKEY_CONTACT_POINTS, or write it into"
                        + " rekey.yaml"));
  }

  final Narrator narrator() {
    return new TerminalNarrator(terminal());
  }

  final VerbContext context(CqlSession session, VerbContext.Mode mode, Timing timing) {
    return new VerbContext(
        stores(session), new LiveSchema(session), timing, narrator(), origin(), mode);
  }

  final Stores stores(CqlSession session) {
    if (session.getMetadata().getKeyspace(ControlSchema.KEYSPACE).isEmpty()) {
      throw noControlKeyspace(null);
    }
    try {
      return Stores.over(session, Clock.systemUTC());
    } catch (InvalidQueryException e) {
      throw noControlKeyspace(e);
    }
  }

  private static RekeyException noControlKeyspace(InvalidQueryException cause) {
    return new RekeyException(
        ExitCode.REFUSED,
        "Cannot look: this cluster has no (complete) control keyspace " + ControlSchema.KEYSPACE,
        "rekey init",
        cause);
  }

  private EventRecord.Origin origin() {
    return new EventRecord.Origin(
        System.getProperty("user.name", "unknown"), hostName(), commandLine());
  }

  /** The command and its arguments; credentials are never among them. */
  private String commandLine() {
    return "rekey " + String.join(" ", arguments());
  }

  List<String> arguments() {
    return cli().arguments();
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
