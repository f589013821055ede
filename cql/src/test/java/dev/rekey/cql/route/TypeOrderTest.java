package dev.rekey.cql.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.AsciiType;
import org.apache.cassandra.db.marshal.BooleanType;
import org.apache.cassandra.db.marshal.ByteType;
import org.apache.cassandra.db.marshal.BytesType;
import org.apache.cassandra.db.marshal.InetAddressType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.ShortType;
import org.apache.cassandra.db.marshal.SimpleDateType;
import org.apache.cassandra.db.marshal.TimeType;
import org.apache.cassandra.db.marshal.TimeUUIDType;
import org.apache.cassandra.db.marshal.TimestampType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.marshal.UUIDType;
import org.junit.jupiter.api.Test;

/** Our order of values against the server's own comparators. */
final class TypeOrderTest {
  private static final long SEED = 20_260_301L;
  private static final int PAIRS = 4_000;

  private static final Map<String, AbstractType<?>> TYPES =
      Map.ofEntries(
          Map.entry("tinyint", ByteType.instance),
          Map.entry("smallint", ShortType.instance),
          Map.entry("int", Int32Type.instance),
          Map.entry("bigint", LongType.instance),
          Map.entry("timestamp", TimestampType.instance),
          Map.entry("date", SimpleDateType.instance),
          Map.entry("time", TimeType.instance),
          Map.entry("text", UTF8Type.instance),
          Map.entry("ascii", AsciiType.instance),
          Map.entry("blob", BytesType.instance),
          Map.entry("boolean", BooleanType.instance),
          Map.entry("inet", InetAddressType.instance),
          Map.entry("uuid", UUIDType.instance),
          Map.entry("timeuuid", TimeUUIDType.instance));

  private final Random random = new Random(SEED);

  @Test
  void valuesAreOrderedAsTheServerOrdersThem() {
    List<String> different = new ArrayList<>();
    TYPES.forEach(
        (name, type) -> {
          Comparator<ByteBuffer> ours = TypeOrder.of(name).orElseThrow();
          for (int i = 0; i < PAIRS; i++) {
            ByteBuffer left = value(name);
            ByteBuffer right = random.nextInt(4) == 0 ? near(left, name) : value(name);
            int mine = Integer.signum(ours.compare(left, right));
            if (mine != Integer.signum(type.compare(left, right))) {
              different.add(name + " " + hex(left) + " " + hex(right) + " " + mine);
            }
          }
        });
    assertThat(different).as("seed %d", SEED).isEmpty();
    assertThat(TypeOrder.of("decimal")).isEmpty();
  }

  private ByteBuffer value(String type) {
    return switch (type) {
      case "tinyint" -> bytes(1);
      case "boolean" -> ByteBuffer.wrap(new byte[] {(byte) random.nextInt(2)});
      case "smallint" -> bytes(2);
      case "int", "date" -> bytes(4);
      case "bigint", "timestamp" -> bytes(8);
      case "time" -> ByteBuffer.allocate(8).putLong(0, random.nextLong(86_400_000_000_000L));
      case "inet" -> bytes(random.nextBoolean() ? 4 : 16);
      case "uuid" -> version(bytes(16), random.nextInt(8));
      case "timeuuid" -> version(bytes(16), 1);
      case "ascii" -> ascii(random.nextInt(6));
      default -> bytes(random.nextInt(6));
    };
  }

  /** One byte of it is another. */
  private ByteBuffer near(ByteBuffer value, String type) {
    ByteBuffer near = ByteBuffer.allocate(value.remaining()).put(value.duplicate()).flip();
    if (near.hasRemaining() && !type.equals("boolean") && !type.equals("time")) {
      int at = random.nextInt(near.remaining());
      near.put(at, (byte) (type.equals("ascii") ? 'k' : random.nextInt(256)));
    }
    return type.equals("timeuuid") ? version(near, 1) : near;
  }

  private ByteBuffer bytes(int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  private ByteBuffer ascii(int size) {
    ByteBuffer bytes = ByteBuffer.allocate(size);
    for (int i = 0; i < size; i++) {
      bytes.put(i, (byte) (32 + random.nextInt(90)));
    }
    return bytes;
  }

  private static ByteBuffer version(ByteBuffer uuid, int version) {
    return uuid.put(6, (byte) (uuid.get(6) & 0x0f | version << 4));
  }

  private static String hex(ByteBuffer value) {
    return java.util.HexFormat.of().formatHex(value.array());
  }
}
