package dev.rekey.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.service.CassandraDaemon;
import org.junit.jupiter.api.Test;

final class NodeLauncherTest {

  @Test
  void theServerHaltsWhenThePipeFromItsParentCloses() throws Exception {
    Process server = launch();
    try {
      assertThat(server.isAlive()).isTrue();

      server.getOutputStream().close();

      assertThat(server.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(server.exitValue()).isEqualTo(NodeLauncher.PARENT_GONE);
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void aDetachedServerStays() throws Exception {
    Process server = launch(NodeLauncher.DETACHED);
    try {
      server.getOutputStream().close();

      // The other test shows that a bound server is gone long before.
      assertThat(server.waitFor(3, TimeUnit.SECONDS)).isFalse();
    } finally {
      server.destroyForcibly();
    }
  }

  private static Process launch(String... arguments) throws IOException {
    String classPath = rootOf(NodeLauncher.class) + ":" + rootOf(CassandraDaemon.class);
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx32m",
            "-cp",
            classPath,
            NodeLauncher.class.getName());
    builder.command().addAll(List.of(arguments));
    Process server = builder.redirectErrorStream(true).start();
    BufferedReader output = server.inputReader();
    assertThat(output.readLine()).isEqualTo("serving");
    return server;
  }

  private static Path rootOf(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
  }
}
