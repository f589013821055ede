package dev.rekey.core.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DerivationsTest {
  private static ByteBuffer timestamp(String instant) {
    return Bytes.ofLong(Instant.parse(instant).toEpochMilli());
  }

  private static ByteBuffer apply(String rule, ByteBuffer value) {
    return Derivations.parse(rule).apply(Values.of(Map.of("c", value))).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "1970-01-01T00:00:00Z, 0",
    "1970-01-01T23:59:59.999Z, 0",
    "1970-01-02T00:00:00Z, 1",
    "1969-12-31T23:59:59.999Z, -1",
    "2026-11-30T12:00:00Z, 20787"
  })
  void dateIsTheUtcDayWithFloorSemantics(String instant, long days) {
    assertThat(apply("date(c)", timestamp(instant)))
        .isEqualTo(Bytes.ofInt((int) (days + (1L << 31))));
  }

  @ParameterizedTest
  @CsvSource({
    "hour(c), 1969-12-31T23:00:00.001Z, 1969-12-31T23:00:00Z",
    "month(c), 2024-02-29T23:59:59.999Z, 2024-02-01T00:00:00Z",
    "month(c), 1969-12-31T23:59:59.999Z, 1969-12-01T00:00:00Z",
    "'bucket(c, 10m)', 2020-02-26T10:09:59.999Z, 2020-02-26T10:00:00Z",
    "'bucket(c, 10m)', 2020-02-26T23:59:00Z, 2020-02-26T23:50:00Z"
  })
  void timeBucketsBeginAtTheirFloor(String rule, String instant, String start) {
    assertThat(apply(rule, timestamp(instant))).isEqualTo(timestamp(start));
  }

  @Test
  void integerBucketsAndDivisionFloorNegativeNumbers() {
    assertThat(apply("bucket(c, 1000)", Bytes.ofInteger(-1, 8))).isEqualTo(Bytes.ofLong(-1000));
    assertThat(apply("bucket(c, 1000)", Bytes.ofLong(Long.MIN_VALUE)))
        .isEqualTo(Bytes.ofLong(Long.MIN_VALUE));
    assertThat(apply("shift(c, 22)", Bytes.ofLong(-1))).isEqualTo(Bytes.ofLong(-1));
    assertThat(apply("divide(c, 10)", Bytes.ofInteger(-5, 4))).isEqualTo(Bytes.ofInteger(-1, 4));
  }

  @Test
  void shardsAreNeverNegativeAndUseEveryColumn() {
    Derivation shard = Derivations.parse("shard(a, b, 10)");
    Map<String, ByteBuffer> row = new HashMap<>();
    for (long value : new long[] {Long.MIN_VALUE, -1, 0, 7, Long.MAX_VALUE}) {
      row.put("a", Bytes.ofLong(value));
      row.put("b", Bytes.ofLong(value));
      ByteBuffer result = shard.apply(Values.of(row)).orElseThrow();
      assertThat(result.getInt(0)).isBetween(0, 9);
    }
    row.remove("b");
    assertThat(shard.apply(Values.of(row))).isEmpty();
  }

  @Test
  void emptyInputGivesNoValueInsteadOfAnAccident() {
    ByteBuffer empty = ByteBuffer.allocate(0);
    for (String rule : List.of("date(c)", "bucket(c, 10m)", "bucket(c, 10)", "divide(c, 2)")) {
      assertThat(Derivations.parse(rule).apply(Values.of(Map.of("c", empty)))).as(rule).isEmpty();
    }
  }

  @Test
  void bucketsBetweenTwoInstantsAreListedInOrder() {
    TimeDerivation date = (TimeDerivation) Derivations.parse("date(c)");
    List<ByteBuffer> days =
        date.between(timestamp("1969-12-31T12:00:00Z"), timestamp("1970-01-02T00:00:00Z"), 10);
    assertThat(days)
        .extracting(day -> Integer.toUnsignedLong(day.getInt(0)) - (1L << 31))
        .containsExactly(-1L, 0L, 1L);
    assertThatThrownBy(
            () ->
                date.between(
                    timestamp("1970-01-01T00:00:00Z"), timestamp("1970-02-01T00:00:00Z"), 10))
        .isInstanceOf(TooManyBucketsException.class)
        .hasMessageContaining("covers 32 of them, the limit is 10");
  }

  @Test
  void timeuuidsGiveTheirInstant() {
    // Version-1 uuid of 2014-11-19T00:00:00.000Z, computed by hand from RFC 4122.
    long ticks = 0x01B21DD213814000L + Instant.parse("2014-11-19T00:00:00Z").toEpochMilli() * 10000;
    long high =
        (ticks & 0xffffffffL) << 32 | (ticks >>> 32 & 0xffffL) << 16 | 0x1000 | ticks >>> 48;
    ByteBuffer uuid = ByteBuffer.allocate(16).putLong(0, high).putLong(8, 0x8000000000000000L);
    assertThat(apply("timestamp(c)", uuid)).isEqualTo(timestamp("2014-11-19T00:00:00Z"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "date(c)",
        "hour(c)",
        "month(c)",
        "bucket(c, 600s)",
        "bucket(c, 1000)",
        "shard(a, \"B c\", 16)",
        "constant('it''s, fine')",
        "constant(0 as tinyint)",
        "if-null(c, 'none')",
        "timestamp(c)",
        "divide(c, 7)",
        "\"order\""
      })
  void theCanonicalTextReadsBackAsTheSameRule(String rule) {
    Derivation parsed = Derivations.parse(rule);
    assertThat(Derivations.parse(parsed.expression())).isEqualTo(parsed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "now() | not a function of stored data",
        "uuid() | not a function of stored data",
        "dayz(c) | function dayz is unknown",
        "bucket(c) | it takes 2 arguments, 1 are given",
        "bucket(c, -5) | the width must be at least 1",
        "shard(c, 0) | the count must be from 1",
        "constant('x) | a text must stand between single quotes",
        "a b | neither a column nor a function call"
      })
  void whatIsNotARuleIsRefusedWithTheReason(String rule, String reason) {
    assertThatThrownBy(() -> Derivations.parse(rule))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }
}
