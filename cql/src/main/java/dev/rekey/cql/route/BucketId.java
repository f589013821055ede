package dev.rekey.cql.route;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The computed values of one bucket, each behind its length, in the order of their names. */
final class BucketId {
  private BucketId() {}

  static ByteBuffer of(Map<String, ByteBuffer> values) {
    TreeMap<String, ByteBuffer> named = new TreeMap<>(values);
    int size = named.values().stream().mapToInt(v -> Integer.BYTES + v.remaining()).sum();
    ByteBuffer id = ByteBuffer.allocate(size);
    named.values().forEach(value -> id.putInt(value.remaining()).put(value.duplicate()));
    return id.flip();
  }

  /** The values an id was made of. */
  static Map<String, ByteBuffer> read(ByteBuffer id, Set<String> names) {
    Map<String, ByteBuffer> values = new HashMap<>();
    ByteBuffer rest = id.duplicate();
    for (String name : new TreeSet<>(names)) {
      int length = rest.getInt();
      values.put(name, rest.slice(rest.position(), length));
      rest.position(rest.position() + length);
    }
    return values;
  }
}
