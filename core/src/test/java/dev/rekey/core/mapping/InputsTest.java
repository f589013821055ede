package dev.rekey.core.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The way back from a bucket to what falls into it. */
final class InputsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "date(c)",
        "hour(c)",
        "month(c)",
        "bucket(c, 10m)",
        "bucket(c, 7d)",
        "bucket(c, 1000)",
        "divide(c, 7)",
        "shift(c, 22)"
      })
  void areExactlyThoseThatGiveTheValue(String rule) {
    Derivation derivation = Derivations.parse(rule);
    Derivation.Monotone monotone = (Derivation.Monotone) derivation;
    Random random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      long input = random.nextInt() * (i % 2 == 0 ? 1L : 4_321L);
      ByteBuffer value = apply(derivation, input);
      Derivation.Inputs inputs = monotone.inputs(value).orElseThrow();
      assertThat(input).isBetween(inputs.first(), inputs.last());
      assertThat(apply(derivation, inputs.first())).isEqualTo(value);
      assertThat(apply(derivation, inputs.last())).isEqualTo(value);
      assertThat(apply(derivation, inputs.first() - 1)).isNotEqualTo(value);
      assertThat(apply(derivation, inputs.last() + 1)).isNotEqualTo(value);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hour(c)", "month(c)", "bucket(c, 10m)", "bucket(c, 1000)"})
  void areNoneForAValueThatIsNeverGiven(String rule) {
    Derivation.Monotone monotone = (Derivation.Monotone) Derivations.parse(rule);
    assertThat(monotone.inputs(longs(123))).isEmpty();
    assertThat(monotone.inputs(ByteBuffer.allocate(0))).isEmpty();
  }

  private static ByteBuffer apply(Derivation derivation, long input) {
    return derivation.apply(Values.of(Map.of("c", longs(input)))).orElseThrow();
  }

  private static ByteBuffer longs(long value) {
    return ByteBuffer.allocate(8).putLong(0, value);
  }
}
