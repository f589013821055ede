package dev.rekey.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CassandraVersionTest {

  @ParameterizedTest
  @CsvSource({"5.0.8,5,0", "4.1.10,4,1", "3.11.19,3,11", "6.0-alpha2,6,0"})
  void fullVersionsAreRead(String text, int major, int minor) {
    assertThat(CassandraVersion.parse(text)).isEqualTo(new CassandraVersion(text, major, minor));
  }

  @ParameterizedTest
  @CsvSource({"5.0,5.0.", "4.1,4.1.", "4.0,4.0.", "3.11,3.11."})
  void shortVersionsStandForAPatchRelease(String shortOne, String start) {
    assertThat(CassandraVersion.parse(shortOne).text()).startsWith(start);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "five", "5", "4.2", "5.0.8;rm"})
  void whatIsNoVersionIsRefused(String text) {
    assertThatThrownBy(() -> CassandraVersion.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Cannot read the Cassandra version '" + text + "'")
        .hasMessageContaining("[3.11, 4.0, 4.1, 5.0]");
  }

  @Test
  void versionsBefore311AreRefused() {
    assertThatThrownBy(() -> CassandraVersion.parse("3.0.30"))
        .hasMessageContaining("Cannot boot Cassandra 3.0.30");
  }

  @Test
  void versionsCompareByNumber() {
    assertThat(CassandraVersion.parse("3.11").atLeast(4, 0)).isFalse();
    assertThat(CassandraVersion.parse("4.1").atLeast(4, 0)).isTrue();
    assertThat(CassandraVersion.parse("5.0").atLeast(4, 1)).isTrue();
  }
}
