package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TableNamesTest {
  private final TableNames names = new TableNames(List.of("readings", "We\"ird"));

  @Test
  void findsWholeWordsInAnyCase() {
    assertThat(names.isIn("SELECT * FROM READINGS")).isTrue();
    assertThat(names.isIn("select * from ks.\"readings\";")).isTrue();
    assertThat(names.isIn("DELETE FROM \"We\"\"ird\" WHERE k = 1")).isTrue();
  }

  @Test
  void passesOverPartsOfWords() {
    assertThat(names.isIn("SELECT * FROM readings_by_day")).isFalse();
    assertThat(names.isIn("SELECT myreadings FROM t")).isFalse();
    assertThat(names.isIn("")).isFalse();
  }
}
