package dev.rekey.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogTailTest {

  @TempDir private Path folder;

  @Test
  void theLastLinesComeOldestFirst() throws Exception {
    String text =
        IntStream.range(0, 10_000).mapToObj(i -> "line " + i).collect(Collectors.joining("\n"));
    Path log = Files.writeString(folder.resolve("log"), text);

    assertThat(LogTail.of(log, 2)).isEqualTo("line 9998\nline 9999");
  }

  @Test
  void veryLongLinesAreCut() throws Exception {
    Path log = Files.writeString(folder.resolve("log"), "x".repeat(50_000) + "\nlast");

    assertThat(LogTail.of(log, 2)).isEqualTo("x".repeat(400) + "…\nlast");
  }

  @Test
  void aMissingLogIsSaid() {
    Path log = folder.resolve("none");

    assertThat(LogTail.of(log, 2)).isEqualTo("(no log at " + log + ")");
  }
}
