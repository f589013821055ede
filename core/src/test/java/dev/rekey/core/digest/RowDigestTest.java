package dev.rekey.core.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RowDigestTest {
  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(128);

  @Property
  void additionIsModulo2To128(@ForAll long h1, @ForAll long l1, @ForAll long h2, @ForAll long l2) {
    Digest128 sum = new Digest128(h1, l1).plus(new Digest128(h2, l2));
    assertThat(number(sum))
        .isEqualTo(number(new Digest128(h1, l1)).add(number(new Digest128(h2, l2))).mod(MODULUS));
  }

  @Test
  void aRowCountedTwiceDoesNotCancelItself() {
    Digest128 row = digest(Optional.of(bytes(1)), OptionalLong.of(5));
    assertThat(row.plus(row)).isNotEqualTo(Digest128.ZERO).isNotEqualTo(row);
  }

  @Test
  void nullEmptyAndZeroDiffer() {
    assertThat(
            java.util.Set.of(
                digest(Optional.empty(), OptionalLong.empty()),
                digest(Optional.of(ByteBuffer.allocate(0)), OptionalLong.empty()),
                digest(Optional.of(bytes(0)), OptionalLong.empty()),
                digest(Optional.of(bytes(0)), OptionalLong.of(0)),
                digest(Optional.of(bytes(0)), OptionalLong.of(1))))
        .hasSize(5);
  }

  private static Digest128 digest(Optional<ByteBuffer> value, OptionalLong writetime) {
    return new RowDigest().add("v", value, writetime).finish();
  }

  private static ByteBuffer bytes(int value) {
    return ByteBuffer.wrap(new byte[] {(byte) value});
  }

  private static BigInteger number(Digest128 digest) {
    return new BigInteger(digest.toString(), 16);
  }
}
