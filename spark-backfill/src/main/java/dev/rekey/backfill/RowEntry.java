package dev.rekey.backfill;

import dev.rekey.core.digest.Digest128;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A reduced row as Spark ships it: buffers cannot be serialized, arrays can. */
final class RowEntry implements Serializable {

  private static final long serialVersionUID = 1L;

  private final byte[][] sourceKey;
  private final byte[][] ownKey;
  private final long[] digests;

  private RowEntry(byte[][] sourceKey, byte[][] ownKey, long[] digests) {
    this.sourceKey = sourceKey;
    this.ownKey = ownKey;
    this.digests = digests;
  }

  static RowEntry of(ReducedRow row) {
    return new RowEntry(
        arrays(row.sourceKey()),
        arrays(row.ownKey()),
        new long[] {
          row.content().high(),
          row.content().low(),
          row.endings().pattern().high(),
          row.endings().pattern().low(),
          row.endings().exact().high(),
          row.endings().exact().low(),
          row.endings().cells(),
          row.endings().secondSum()
        });
  }

  ReducedRow row() {
    return new ReducedRow(
        buffers(sourceKey),
        buffers(ownKey),
        new Digest128(digests[0], digests[1]),
        new Endings(
            new Digest128(digests[2], digests[3]),
            new Digest128(digests[4], digests[5]),
            digests[6],
            digests[7]));
  }

  private static byte[][] arrays(List<ByteBuffer> key) {
    byte[][] arrays = new byte[key.size()][];
    for (int i = 0; i < arrays.length; i++) {
      arrays[i] = new byte[key.get(i).remaining()];
      key.get(i).duplicate().get(arrays[i]);
    }
    return arrays;
  }

  private static List<ByteBuffer> buffers(byte[][] key) {
    List<ByteBuffer> buffers = new ArrayList<>(key.length);
    for (byte[] part : key) {
      buffers.add(ByteBuffer.wrap(part));
    }
    return buffers;
  }
}
