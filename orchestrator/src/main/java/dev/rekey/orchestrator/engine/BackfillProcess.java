package dev.rekey.orchestrator.engine;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Runs the Spark job in a process of its own, so that neither Spark nor Scala reaches this class
 * path. The child ends when the pipe to it closes, and therefore whenever this process ends,
 * however it ends. Its log goes to a file; its machine-readable lines are told to the narrator.
 */
public final class BackfillProcess {

  private static final String MAIN = "dev.rekey.backfill.BackfillMain";
  private static final int CONTACT_POINTS = 3;
  private static final int LOG_LINES_SHOWN = 15;
  private static final List<String> OPENED =
      List.of(
          "java.lang",
          "java.lang.invoke",
          "java.lang.reflect",
          "java.io",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "jdk.internal.ref",
          "sun.nio.ch",
          "sun.nio.cs",
          "sun.security.action",
          "sun.util.calendar");

  private final CqlSession session;
  private final Claim claim;
  private final Narrator narrator;
  private final Map<String, String> environment;

  /** A process for the migration of a claim; it dies when the claim is lost. */
  public BackfillProcess(
      CqlSession session, Claim claim, Narrator narrator, Map<String, String> environment) {
    this.session = session;
    this.claim = claim;
    this.narrator = narrator;
    this.environment = environment;
  }

  /**
   * Runs the job to its end.
   *
   * @param command {@code copy} or {@code verify}
   * @param more further options
   * @return its exit code, those of {@link ExitCode}
   */
  public int run(String command, UUID run, List<String> more) {
    Path log = logFile(run);
    List<String> line = commandLine(command, run, more);
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .redirectError(log.toFile())
            .redirectInput(ProcessBuilder.Redirect.PIPE);
    builder.environment().putAll(environment);
    builder.environment().putIfAbsent("SPARK_LOCAL_IP", "127.0.0.1");
    narrator.say("  run %s, log %s".formatted(run, log));
    try {
      Process child = builder.start();
      claim.onLost(child::destroyForcibly);
      int exitCode = listen(child, JobProgress.of(command));
      claim.check();
      if (exitCode != 0) {
        tail(log).forEach(last -> narrator.say("  | " + last));
      }
      return exitCode;
    } catch (IOException e) {
      throw new RekeyException(
          ExitCode.INTERNAL,
          "Cannot run the %s job: %s".formatted(command, e.getMessage()),
          "see " + log,
          e);
    }
  }

  private int listen(Process child, JobProgress progress) throws IOException {
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith("@progress ")) {
          String words = progress.words(line.substring("@progress ".length()), System.nanoTime());
          narrator.progress("  " + words);
        } else if (!line.startsWith("@")) {
          narrator.say("  | " + line);
        }
      }
      return child.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RekeyException(
          ExitCode.ABORTED,
          "Cannot go on: interrupted while the job was running",
          "run the same command again; it continues",
          e);
    } finally {
      // Also when the reading failed: nobody would hear the child any more.
      child.getOutputStream().close();
      child.destroy();
    }
  }

  private List<String> commandLine(String command, UUID run, List<String> more) {
    Path lib = home().resolve("lib");
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    OPENED.forEach(opened -> line.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED"));
    line.addAll(
        Arrays.asList(
            environment.getOrDefault("REKEY_BACKFILL_JAVA_OPTS", "-Xmx1g").strip().split("\\s+")));
    line.addAll(List.of("-cp", lib.resolve("*").toString(), MAIN, command));
    contactPoints().forEach(point -> line.addAll(List.of("--contact-point", point)));
    line.addAll(List.of("--local-dc", localDatacenter()));
    line.addAll(List.of("--migration", claim.record().name(), "--run", run.toString()));
    line.addAll(List.of("--fencing-token", Long.toString(claim.token()), "--exit-with-parent"));
    line.addAll(more);
    return line;
  }

  private Path home() {
    Optional<String> named =
        Optional.ofNullable(System.getProperty("rekey.backfill.home"))
            .or(() -> Optional.ofNullable(environment.get("REKEY_BACKFILL_HOME")));
    Path home = Path.of(named.orElse("spark-backfill/target/dist"));
    if (!Files.isDirectory(home.resolve("lib"))) {
      throw new RekeyException(
          ExitCode.USAGE,
          "Cannot start the Spark job: no folder 'lib' in " + home.toAbsolutePath(),
          "build it (mvn -DskipTests package) and set REKEY_BACKFILL_HOME to"
              + " spark-backfill/target/dist");
    }
    return home.toAbsolutePath();
  }

  private List<String> contactPoints() {
    return session.getMetadata().getNodes().values().stream()
        .filter(node -> node.getState() != NodeState.DOWN)
        .filter(node -> node.getDatacenter() == null || inLocalDatacenter(node))
        .map(node -> node.getEndPoint().resolve())
        .filter(InetSocketAddress.class::isInstance)
        .map(InetSocketAddress.class::cast)
        .map(address -> address.getAddress().getHostAddress() + ":" + address.getPort())
        .sorted()
        .limit(CONTACT_POINTS)
        .toList();
  }

  private boolean inLocalDatacenter(Node node) {
    return node.getDatacenter().equals(localDatacenter());
  }

  private String localDatacenter() {
    return session.getMetadata().getNodes().values().stream()
        .filter(
            node ->
                node.getDistance()
                    == com.datastax.oss.driver.api.core.loadbalancing.NodeDistance.LOCAL)
        .map(Node::getDatacenter)
        .filter(datacenter -> datacenter != null)
        .findFirst()
        .orElseThrow(
            () ->
                new RekeyException(
                    ExitCode.CANNOT_CONNECT,
                    "Cannot start the Spark job: no node of a local data centre is known",
                    "give --local-dc"));
  }

  private static Path logFile(UUID run) {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"), "rekey");
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new RekeyException(
          ExitCode.INTERNAL,
          "Cannot write the log of the Spark job: " + e.getMessage(),
          "make " + folder + " writable",
          e);
    }
    return folder.resolve("backfill-" + run + ".log");
  }

  private static List<String> tail(Path log) {
    try {
      List<String> lines =
          Files.readAllLines(log, StandardCharsets.UTF_8).stream()
              .filter(line -> line.contains("WARN") || line.contains("ERROR"))
              .collect(Collectors.toList());
      return lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size());
    } catch (IOException e) {
      return List.of("(the log cannot be read: " + e.getMessage() + ")");
    }
  }
}
