package dev.rekey.core.digest;

import dev.rekey.core.token.Murmur3;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The digest of one row's canonical form: per column its name, whether it is null, empty or a
 * value, the length and the raw bytes as stored, and the writetime where it is readable. Two rows
 * have equal digests only if all of that is equal (SHA-256, cut to 128 bits).
 *
 * <p>Columns must be added in one agreed order on both sides. One instance digests one row; not
 * thread-safe.
 */
public final class RowDigest {
  private static final byte NULL = 0;
  private static final byte EMPTY = 1;
  private static final byte VALUE = 2;
  private static final byte NO_WRITETIME = 3;
  private static final byte WRITETIME = 4;

  private final MessageDigest sha = sha256();
  private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);

  /**
   * Adds a column.
   *
   * @param value raw bytes; empty if the column is null
   * @param writetime microseconds since 1970; empty where it is not readable or not compared
   */
  public RowDigest add(String column, Optional<ByteBuffer> value, OptionalLong writetime) {
    byte[] name = column.getBytes(StandardCharsets.UTF_8);
    putLong(name.length);
    sha.update(name);
    if (value.isEmpty()) {
      sha.update(NULL);
    } else {
      ByteBuffer bytes = value.get().duplicate();
      sha.update(bytes.hasRemaining() ? VALUE : EMPTY);
      putLong(bytes.remaining());
      sha.update(bytes);
    }
    sha.update(writetime.isPresent() ? WRITETIME : NO_WRITETIME);
    putLong(writetime.orElse(0));
    return this;
  }

  /** The digest of what was added; the instance starts anew. */
  public Digest128 finish() {
    ByteBuffer hash = ByteBuffer.wrap(sha.digest());
    return new Digest128(hash.getLong(), hash.getLong());
  }

  /**
   * The bucket of a row: the same for its source row and its target row, because both are reduced
   * to the source key.
   *
   * @param sourceKey the source's primary key, in the order of its columns
   * @param buckets at least 1
   */
  public static int bucketOf(List<ByteBuffer> sourceKey, int buckets) {
    int size = sourceKey.stream().mapToInt(part -> Integer.BYTES + part.remaining()).sum();
    ByteBuffer joined = ByteBuffer.allocate(size);
    sourceKey.forEach(part -> joined.putInt(part.remaining()).put(part.duplicate()));
    return (int) Math.floorMod(Murmur3.hash(joined.flip()), (long) buckets);
  }

  private void putLong(long value) {
    sha.update(number.clear().putLong(value).flip());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Cannot digest rows: this JVM has no SHA-256", e);
    }
  }
}
