package dev.rekey.orchestrator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandLinesTest {

  private final CommandLines lines =
      CommandLines.typed(
          List.of("verify", "m", "--contact-point", "10.0.0.1:9042", "--local-dc=dc 1", "--repair"),
          Map.of(CommandLines.PROGRAM, "./rekey"));

  @Test
  void keepHowTheClusterIsReached() {
    assertThat(lines.runnable("Next: rekey switch-reads m"))
        .isEqualTo(
            "Next: ./rekey switch-reads m --contact-point 10.0.0.1:9042 \"--local-dc=dc 1\"");
  }

  @Test
  void areFoundBetweenQuotesToo() {
    assertThat(
            CommandLines.typed(List.of("--contact-point", "a:1"), Map.of())
                .runnable("  next: 'rekey rollback m' takes it back, 'rekey verify m' goes on"))
        .isEqualTo(
            "  next: 'rekey rollback m --contact-point a:1' takes it back,"
                + " 'rekey verify m --contact-point a:1' goes on");
  }

  @Test
  void areFoundInEveryLine() {
    assertThat(
            CommandLines.typed(List.of("--contact-point", "a:1"), Map.of())
                .runnable("  FAIL  x: y\n        remedy: rekey verify m\n  PASS  z: rekey is fine"))
        .isEqualTo(
            "  FAIL  x: y\n        remedy: rekey verify m --contact-point a:1\n"
                + "  PASS  z: rekey is fine");
  }

  @Test
  void helpTakesNoSuchOption() {
    assertThat(
            CommandLines.typed(List.of("--contact-point", "a:1"), Map.of())
                .runnable("  next: rekey --help"))
        .isEqualTo("  next: rekey --help");
  }

  @Test
  void nothingIsAddedThatWasNotTyped() {
    CommandLines none = CommandLines.typed(List.of("verify", "m"), Map.of("REKEY_LOCAL_DC", "x"));
    assertThat(none.runnable("Next: rekey verify m")).isEqualTo("Next: rekey verify m");
  }
}
