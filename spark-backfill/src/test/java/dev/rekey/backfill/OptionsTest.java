package dev.rekey.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class OptionsTest {

  @Test
  void readsACommandLine() {
    UUID run = UUID.randomUUID();
    Options options =
        Options.parse(
            List.of(
                ("copy --contact-point h1:9042 --contact-point h2:9042 --local-dc dc1 --migration m"
                        + " --fencing-token 5 --run "
                        + run
                        + " --page-size 10 --exit-with-parent")
                    .split(" ")),
            Map.of("REKEY_USERNAME", "u", "REKEY_PASSWORD", "p"));

    assertThat(options.command()).isEqualTo(Options.Command.COPY);
    assertThat(options.contactPoints()).containsExactly("h1:9042", "h2:9042");
    assertThat(options.run()).contains(run);
    assertThat(options.fencingToken()).isEqualTo(5);
    assertThat(options.master()).isEqualTo("local[*]");
    assertThat(options.settings()).isEqualTo(CopySettings.DEFAULT.withPageSize(10));
    assertThat(options.username()).contains("u");
    assertThat(options.verify()).isEqualTo(VerifySettings.DEFAULT);
  }

  @Test
  void reportsEveryMistakeAtOnce() {
    assertThatThrownBy(
            () ->
                Options.parse(
                    List.of(
                        "move", "--run", "x", "--fencing-token", "-1", "--verbose", "--buckets"),
                    Map.of()))
        .isInstanceOf(Options.UsageException.class)
        .hasMessageStartingWith("Cannot read the command line: ")
        .hasMessageContaining("the command must be copy or verify, not 'move'")
        .hasMessageContaining("--run is not a UUID: x")
        .hasMessageContaining("--fencing-token must be a number of at least 0: -1")
        .hasMessageContaining("unknown option --verbose")
        .hasMessageContaining("--buckets needs a value")
        .hasMessageContaining("--contact-point is missing")
        .hasMessageContaining("--local-dc is missing")
        .hasMessageContaining("--migration is missing");
  }

  @Test
  void testTimestampsNeedADeclaredTest() {
    System.setProperty("rekey.backfill.timestamps", "now");
    try {
      assertThatThrownBy(() -> WriteTimes.fromProperties(java.time.Clock.systemUTC()))
          .isInstanceOf(BackfillRefusedException.class)
          .hasMessageContaining("Cannot use timestamps 'now'");
    } finally {
      System.clearProperty("rekey.backfill.timestamps");
    }
  }
}
