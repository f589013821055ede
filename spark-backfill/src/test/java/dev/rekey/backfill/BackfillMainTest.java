package dev.rekey.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class BackfillMainTest {

  @Test
  void everyErrorHasItsExitCode() {
    assertThat(BackfillMain.exitCode(new Options.UsageException("x")).number()).isEqualTo(2);
    assertThat(BackfillMain.exitCode(new BackfillRefusedException("x")).number()).isEqualTo(17);
    assertThat(BackfillMain.exitCode(new StoppedException(ExitCode.FENCED_OUT, "x")).number())
        .isEqualTo(13);
    assertThat(BackfillMain.exitCode(new IllegalStateException("x")).number()).isEqualTo(20);
    assertThat(BackfillMain.exitCode(new NoClassDefFoundError("x")).number()).isEqualTo(20);
    assertThat(
            BackfillMain.exitCode(
                    new IOException("Failed to open native connection to Cassandra at {h:1}"))
                .number())
        .isEqualTo(18);
  }
}
