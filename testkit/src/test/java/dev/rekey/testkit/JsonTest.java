package dev.rekey.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JsonTest {

  @Test
  void valuesAreWrittenByKind() {
    assertThat(Json.write(Map.of("a", List.of(1, true, "x"))))
        .isEqualTo("{\"a\": [1, true, \"x\"]}");
  }

  @Test
  void specialCharactersAreEscaped() {
    assertThat(Json.write("a\"b\\c\nd")).isEqualTo("\"a\\\"b\\\\c\\u000ad\"");
  }
}
