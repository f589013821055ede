package dev.rekey.core.digest;

/**
 * A 128-bit number. Digests of rows are <em>added</em> modulo 2^128, never XORed: a row counted
 * twice would cancel itself under XOR.
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 */
public record Digest128(long high, long low) {
  public static final Digest128 ZERO = new Digest128(0, 0);

  /** The sum modulo 2^128. */
  public Digest128 plus(Digest128 other) {
    long sum = low + other.low;
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    return new Digest128(high + other.high + carry, sum);
  }

  /** 32 hexadecimal digits. */
  @Override
  public String toString() {
    return "%016x%016x".formatted(high, low);
  }
}
