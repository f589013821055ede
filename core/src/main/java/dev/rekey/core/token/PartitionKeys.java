package dev.rekey.core.token;

import java.nio.ByteBuffer;
import java.util.List;

/** Serializes partition keys as Cassandra stores and hashes them. */
public final class PartitionKeys {
  private static final int MAX_COMPONENT = 65_535;

  private PartitionKeys() {}

  /**
   * One component stands alone; several are each written as length (2 bytes), bytes and a zero
   * byte.
   *
   * @throws IllegalArgumentException if there is none, or one is longer than 65,535 bytes
   */
  public static ByteBuffer compose(List<ByteBuffer> components) {
    if (components.isEmpty()) {
      throw new IllegalArgumentException("Cannot compose a partition key: it has no component");
    }
    int size = 0;
    for (ByteBuffer component : components) {
      if (component.remaining() > MAX_COMPONENT) {
        throw new IllegalArgumentException(
            "Cannot compose a partition key: a component has %d bytes, the limit is %d"
                .formatted(component.remaining(), MAX_COMPONENT));
      }
      size += component.remaining() + 3;
    }
    if (components.size() == 1) {
      return components.get(0).duplicate();
    }
    ByteBuffer key = ByteBuffer.allocate(size);
    for (ByteBuffer component : components) {
      key.putShort((short) component.remaining()).put(component.duplicate()).put((byte) 0);
    }
    return key.flip().asReadOnlyBuffer();
  }
}
