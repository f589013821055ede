package dev.rekey.cql.route;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;

/**
 * What is bound to one marker: bytes in protocol encoding, null, or nothing ("unset").
 *
 * <p>Null writes a tombstone and unset writes nothing, so the two are never mixed up.
 */
public final class BoundValue {
  /** The null of the protocol. */
  public static final BoundValue NULL = new BoundValue(null);

  /** The column is left as it is. */
  public static final BoundValue UNSET = new BoundValue(null);

  private final ByteBuffer bytes;

  private BoundValue(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  /** A value; its bytes are shared, not copied. */
  public static BoundValue of(ByteBuffer bytes) {
    return new BoundValue(Objects.requireNonNull(bytes, "bytes"));
  }

  public boolean isUnset() {
    return this == UNSET;
  }

  /** A view of the bytes with its own position; empty for null and unset. */
  public Optional<ByteBuffer> bytes() {
    return bytes == null ? Optional.empty() : Optional.of(bytes.duplicate());
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof BoundValue that && bytes != null && bytes.equals(that.bytes));
  }

  @Override
  public int hashCode() {
    return bytes == null ? System.identityHashCode(this) : bytes.hashCode();
  }

  @Override
  public String toString() {
    return isUnset() ? "unset" : bytes == null ? "null" : bytes.remaining() + " bytes";
  }
}
