package dev.rekey.orchestrator.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StateMachinePageTest {

  private static final Path PAGE = Path.of("..", "docs", "state-machine.md");
  private static final String REGENERATE =
      "mvn -q -pl orchestrator -am test -Dtest=StateMachinePageTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Drekey.docs.write=true";

  @Test
  void thePageIsWhatTheTableSays() throws Exception {
    if (Boolean.getBoolean("rekey.docs.write")) {
      Files.writeString(PAGE, StateMachinePage.render());
    }
    assertThat(Files.readString(PAGE))
        .as("docs/state-machine.md differs from the transition table; run: %s", REGENERATE)
        .isEqualTo(StateMachinePage.render());
  }
}
