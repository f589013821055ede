package dev.rekey.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/** A server in a child process. Its methods are for one caller at a time, hence synchronized. */
final class EmbeddedNode implements CassandraNode {

  private static final long STOP_SECONDS = 60;
  private static final long NODETOOL_SECONDS = 120;
  private static final long PROBE_NANOS = 150_000_000;

  private final String name;
  private final InetSocketAddress address;
  private final NodeCommand command;
  private final Lifetime lifetime;
  private final IntSupplier runningNodes;
  private final Path log;

  private Process process;
  private boolean paused;

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
  public synchronized long pid() {
    return process.pid();
  }

  @Override
  public synchronized boolean isRunning() {
    return process != null && process.isAlive();
  }

  synchronized boolean isServing() {
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
              .formatted(name, STOP_SECONDS, LogTail.of(log, 40)));
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
  public synchronized void restart() {
    stop();
    start();
    awaitUp();
  }

  @Override
  public synchronized void awaitUp() {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() - deadline < 0) {
      if (!isRunning()) {
        throw new CassandraStartException(
            "Cannot wait for %s of Cassandra %s at %s: %s. Its log (%s) ends:\n%s"
                .formatted(
                    name,
                    command.version(),
                    address,
                    process == null
                        ? "it was never started"
                        : "its process ended with status " + process.exitValue(),
                    log,
                    LogTail.of(log, 40)));
      }
      if (NativePort.answers(address) && seesEverybody()) {
        return;
      }
      LockSupport.parkNanos(PROBE_NANOS);
      if (Thread.currentThread().isInterrupted()) {
        throw new CassandraStartException("Cannot wait for " + name + ": interrupted");
      }
    }

    throw new CassandraStartException(
        "Cannot wait any longer for %s of Cassandra %s at %s: not up after %d s%s. Its log (%s) ends:\n%s"
            .formatted(
                name,
                command.version(),
                address,
                PATIENCE.toSeconds(),
                paused ? " (it is paused: resume it first)" : "",
                log,
                LogTail.of(log, 40)));
  }

  private boolean seesEverybody() {
    int expected = runningNodes.getAsInt();
    return expected <= 1 || NodeJmx.liveNodes(command.jmxPort()) >= expected;
  }

  @Override
  public synchronized String nodetool(String... arguments) {
    requireRunning("run nodetool against");
    Path output = null;
    try {
      output = Files.createTempFile(command.directory(), "nodetool", ".txt");
      int status =
          Processes.run(
              new ProcessBuilder(command.nodetool(List.of(arguments)))
                  .directory(command.directory().toFile())
                  .redirectErrorStream(true)
                  .redirectOutput(output.toFile()),
              NODETOOL_SECONDS);
      String text = Files.readString(output);
      if (status != 0) {
        throw new IllegalStateException(
            "Cannot run 'nodetool %s' against %s: it exited with %d and said:\n%s"
                .formatted(String.join(" ", arguments), name, status, text));
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read what nodetool said about " + name, e);
    } finally {
      deleteQuietly(output);
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
