package dev.rekey.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntSupplier;

/** A server in a child process. Its process changes only under its monitor. */
final class EmbeddedNode implements CassandraNode {

  private static final long STOP_SECONDS = 60;
  private static final long NODETOOL_SECONDS = 120;
  private static final int LOG_LINES = 40;

  private final String name;
  private final InetSocketAddress address;
  private final NodeCommand command;
  private final Lifetime lifetime;
  private final IntSupplier runningNodes;
  private final Path log;

  // Written under this monitor, read without it: awaitUp() and nodetool() may take minutes, ask
  // other
  // nodes, and must let a second thread pause or kill this one meanwhile. They tolerate a stale
  // value
  // because they ask again or fail with the process's own status.
  private volatile Process process;
  private volatile boolean paused;

  /**
   * @param runningNodes how many nodes of the cluster run now and are not paused
   */
  EmbeddedNode(
      String name,
      InetSocketAddress address,
      NodeCommand command,
      Lifetime lifetime,
      IntSupplier runningNodes) {
    this.name = name;
    this.address = address;
    this.command = command;
    this.lifetime = lifetime;
    this.runningNodes = runningNodes;
    this.log = command.directory().resolve("server.log");
  }

  synchronized void start() {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command.server(lifetime))
              .directory(command.directory().toFile())
              .redirectErrorStream(true)
              .redirectOutput(Redirect.appendTo(log.toFile()));
      if (lifetime == Lifetime.KEPT) {
        builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
      }
      process = builder.start();
    } catch (IOException e) {
      throw new CassandraStartException(
          "Cannot start %s of Cassandra %s: %s".formatted(name, command.version(), e.getMessage()),
          e);
    }
    paused = false;
  }

  @Override
  public InetSocketAddress address() {
    return address;
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public boolean isRunning() {
    return process != null && process.isAlive();
  }

  boolean isServing() {
    return isRunning() && !paused;
  }

  @Override
  public synchronized void stop() {
    if (!isRunning()) {
      return;
    }

    resume(); // a frozen process cannot handle SIGTERM
    process.destroy();
    if (!Processes.awaitEnd(process, STOP_SECONDS)) {
      kill();
      throw new IllegalStateException(
          "Cannot stop %s gracefully: it still ran after %d s, so it was killed. Its log ends:\n%s"
              .formatted(name, STOP_SECONDS, LogTail.of(log, LOG_LINES)));
    }
  }

  @Override
  public synchronized void kill() {
    if (!isRunning()) {
      return;
    }

    process.destroyForcibly();
    if (!Processes.awaitEnd(process, STOP_SECONDS)) {
      throw new IllegalStateException(
          "Cannot kill %s: process %d is still there after %d s"
              .formatted(name, process.pid(), STOP_SECONDS));
    }
    paused = false;
  }

  @Override
  public synchronized void pause() {
    requireRunning("pause");
    Processes.signal("STOP", process.pid());
    paused = true;
  }

  @Override
  public synchronized void resume() {
    requireRunning("resume");
    if (paused) {
      Processes.signal("CONT", process.pid());
      paused = false;
    }
  }

  @Override
  public void restart() {
    stop();
    start();
    awaitUp();
  }

  @Override
  public void awaitUp() {
    Waits.until("%s of Cassandra %s".formatted(this, command.version()), this::isUp, this::details);
  }

  private boolean isUp() {
    Process current = process;
    if (current == null || !current.isAlive()) {
      throw new CassandraStartException(
          "Cannot wait for %s of Cassandra %s: %s. %s"
              .formatted(
                  this,
                  command.version(),
                  current == null
                      ? "it was never started"
                      : "its process ended with status " + current.exitValue(),
                  details()));
    }

    return NativePort.answers(address) && seesEverybody();
  }

  /** Whether it gave up joining because no seed answered; it has left nothing behind then. */
  boolean missedItsSeed() {
    try {
      return Files.readString(log).contains("Unable to contact any seeds");
    } catch (IOException e) {
      return false;
    }
  }

  private String details() {
    return "%sIts log (%s) ends:\n%s"
        .formatted(
            paused ? "It is paused: resume it first. " : "", log, LogTail.of(log, LOG_LINES));
  }

  private boolean seesEverybody() {
    int expected = runningNodes.getAsInt();
    return expected <= 1 || NodeJmx.liveNodes(command.jmxPort()) >= expected;
  }

  @Override
  public String nodetool(String... arguments) {
    requireRunning("run nodetool against");
    Path output = null;
    Path errors = null;
    try {
      output = Files.createTempFile(command.directory(), "nodetool", ".out");
      errors = Files.createTempFile(command.directory(), "nodetool", ".err");
      int status =
          Processes.run(
              new ProcessBuilder(command.nodetool(List.of(arguments)))
                  .directory(command.directory().toFile())
                  .redirectOutput(output.toFile())
                  .redirectError(errors.toFile()),
              NODETOOL_SECONDS);
      String text = Files.readString(output);
      if (status != 0) {
        throw new IllegalStateException(
            "Cannot run 'nodetool %s' against %s: it exited with %d and said:\n%s%s"
                .formatted(
                    String.join(" ", arguments), name, status, text, Files.readString(errors)));
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read what nodetool said about " + name, e);
    } finally {
      deleteQuietly(output);
      deleteQuietly(errors);
    }
  }

  private static void deleteQuietly(Path file) {
    if (file != null) {
      file.toFile().delete();
    }
  }

  private void requireRunning(String what) {
    if (!isRunning()) {
      throw new IllegalStateException(
          "Cannot %s %s: its process does not run. Call restart() first".formatted(what, name));
    }
  }

  @Override
  public Path logFile() {
    return log;
  }

  @Override
  public String toString() {
    return name + " at " + address;
  }
}
