package dev.rekey.core.token;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The first half of MurmurHash3 x64 128 as Cassandra's Murmur3Partitioner computes it: the bytes of
 * the last, incomplete block are taken as signed, which differs from the published algorithm.
 */
public final class Murmur3 {
  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;

  private Murmur3() {}

  /** The token of a serialized partition key; never {@link Long#MIN_VALUE}, as in Cassandra. */
  public static long token(ByteBuffer partitionKey) {
    long hash = hash(partitionKey);
    return hash == Long.MIN_VALUE ? Long.MAX_VALUE : hash;
  }

  /** The raw hash; the buffer's position does not move. */
  public static long hash(ByteBuffer bytes) {
    ByteBuffer data = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    int length = data.remaining();
    int blocks = length >> 4;
    long h1 = 0;
    long h2 = 0;
    for (int i = 0; i < blocks; i++) {
      h1 ^= mix1(data.getLong(i * 16));
      h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
      h2 ^= mix2(data.getLong(i * 16 + 8));
      h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
    }
    int tail = blocks * 16;
    long k1 = 0;
    long k2 = 0;
    for (int i = length - tail - 1; i >= 8; i--) {
      k2 ^= (long) data.get(tail + i) << ((i - 8) * 8);
    }
    for (int i = Math.min(length - tail, 8) - 1; i >= 0; i--) {
      k1 ^= (long) data.get(tail + i) << (i * 8);
    }
    h2 ^= mix2(k2);
    h1 ^= mix1(k1);
    h1 ^= length;
    h2 ^= length;
    h1 += h2;
    h2 += h1;
    h1 = finish(h1);
    h2 = finish(h2);
    return h1 + h2;
  }

  private static long mix1(long k) {
    return Long.rotateLeft(k * C1, 31) * C2;
  }

  private static long mix2(long k) {
    return Long.rotateLeft(k * C2, 33) * C1;
  }

  private static long finish(long value) {
    long h = value;
    h ^= h >>> 33;
    h *= 0xff51afd7ed558ccdL;
    h ^= h >>> 33;
    h *= 0xc4ceb9fe1a85ec53L;
    h ^= h >>> 33;
    return h;
  }
}
