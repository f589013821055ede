package dev.rekey.backfill;

import dev.rekey.testkit.CassandraCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** The real process, started from the packaged folder as the orchestrator starts it. */
final class BackfillProcess implements AutoCloseable {

  private static final List<String> OPENS =
      List.of(
          "java.lang",
          "java.lang.invoke",
          "java.io",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "sun.nio.ch",
          "sun.nio.cs",
          "sun.security.action",
          "sun.util.calendar");

  private final Process process;
  private final List<String> lines = new CopyOnWriteArrayList<>();

  private BackfillProcess(Process process) {
    this.process = process;
    Thread reader = new Thread(this::read, "backfill-output");
    reader.setDaemon(true);
    reader.start();
  }

  static BackfillProcess start(CassandraCluster cluster, String command, String... arguments)
      throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add("-Xmx512m");
    words.add("-XX:TieredStopAtLevel=1");
    OPENS.forEach(p -> words.add("--add-opens=java.base/" + p + "=ALL-UNNAMED"));
    words.add("-cp");
    words.add(Path.of("target", "dist", "lib").toAbsolutePath() + "/*");
    words.add("dev.rekey.backfill.BackfillMain");
    words.add(command);
    for (InetSocketAddress point : cluster.contactPoints()) {
      words.add("--contact-point");
      words.add(point.getHostString() + ":" + point.getPort());
    }
    words.addAll(List.of("--local-dc", cluster.localDatacenter(), "--master", "local[2]"));
    words.addAll(
        List.of("--fencing-token", Long.toString(ControlFixture.TOKEN), "--exit-with-parent"));
    words.addAll(List.of(arguments));
    return new BackfillProcess(
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  private void read() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      reader.lines().forEach(lines::add);
    } catch (UncheckedIOException | IOException e) {
      // A killed process ends in the middle of a line.
      lines.add("@killed");
    }
  }

  /** What it printed so far. */
  List<String> lines() {
    return List.copyOf(lines);
  }

  int exitCode() throws InterruptedException {
    if (!process.waitFor(180, TimeUnit.SECONDS)) {
      throw new AssertionError("the process did not end; it printed " + lines);
    }
    return process.exitValue();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** What the death of a parent looks like from inside. */
  void closePipe() throws IOException {
    process.getOutputStream().close();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
