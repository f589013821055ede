package dev.rekey.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing can tidy up after SIGKILL, so the server must notice by itself. */
final class ParentKillIT {

  @TempDir private Path folder;

  @Test
  void noServerOutlivesAParentThatIsKilled() throws Exception {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-D" + CassandraVersion.PROPERTY + "=" + CassandraVersion.configured(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                ParentMain.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      BufferedReader output = parent.inputReader();
      ProcessHandle server = ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
      assertThat(server.isAlive()).isTrue();

      parent.destroyForcibly();

      await().atMost(Duration.ofSeconds(20)).until(() -> !server.isAlive());
    } finally {
      parent.destroyForcibly();
    }
  }

  /** Boots a server, prints its process id and waits to be killed. */
  static final class ParentMain {

    private ParentMain() {}

    public static void main(String[] arguments) throws InterruptedException {
      CassandraCluster cluster =
          CassandraCluster.builder().directory(Path.of(arguments[0])).start();
      System.out.println(cluster.node(1).pid());
      Thread.currentThread().join();
    }
  }
}
