package dev.rekey.demo;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Ctrl-C in the middle of the copy, when the demo, its Cassandra and its Spark process are up. A
 * terminal sends the signal to all of them at once, so the demo gets a process group of its own.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "setsid and /proc are Linux")
final class InterruptedDemoIT {
  private static final int SIGINT_BIT = 1 << 1;

  private final Path output = Path.of("target", "it", "interrupted-demo.log");
  private Process demo;
  private List<ProcessHandle> all = List.of();

  @AfterEach
  void stopWhatIsLeft() {
    all.forEach(ProcessHandle::destroyForcibly);
    if (demo != null) {
      demo.destroyForcibly();
    }
  }

  @Test
  void leavesNoProcess() throws Exception {
    demo = start();
    await()
        .atMost(300, SECONDS)
        .until(() -> !demo.isAlive() || demo.descendants().anyMatch(InterruptedDemoIT::isCopying));
    all = demo.descendants().toList();
    assertThat(all).as(Files.readString(output)).hasSizeGreaterThanOrEqualTo(2);

    interrupt();

    assertThat(demo.waitFor(60, SECONDS)).as("the demo ends").isTrue();
    assertThat(demo.exitValue()).as(Files.readString(output)).isNotZero();
    assertThat(Files.readString(output)).doesNotContain("checks failed");
    await().atMost(30, SECONDS).until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
  }

  private Process start() throws IOException {
    Files.createDirectories(output.getParent());
    List<String> line =
        List.of(
            "setsid",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Drekey.backfill.home=" + System.getProperty("rekey.backfill.home"),
            "-cp",
            System.getProperty("java.class.path"),
            DemoMain.class.getName(),
            "--rows",
            "22000",
            "--seconds-of-traffic",
            "1");
    return new ProcessBuilder(line)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  private static boolean isCopying(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains("dev.rekey.backfill.BackfillMain");
  }

  /** SIGINT, or SIGTERM where this JVM was started by something that ignores SIGINT for good. */
  private void interrupt() throws Exception {
    String signal = ignoresInterrupts() ? "-TERM" : "-INT";
    assertThat(new ProcessBuilder("kill", signal, "--", "-" + demo.pid()).start().waitFor())
        .isZero();
  }

  private boolean ignoresInterrupts() throws IOException {
    String ignored =
        Files.readAllLines(Path.of("/proc", String.valueOf(demo.pid()), "status")).stream()
            .filter(text -> text.startsWith("SigIgn:"))
            .map(text -> text.substring("SigIgn:".length()).strip())
            .findFirst()
            .orElseThrow();
    return (Long.parseUnsignedLong(ignored, 16) & SIGINT_BIT) != 0;
  }
}
