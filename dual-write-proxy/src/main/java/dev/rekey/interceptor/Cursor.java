package dev.rekey.interceptor;

import dev.rekey.core.state.Leg;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Where a paged read stands; what the application holds as its paging state.
 *
 * <p>The server's own paging state is good for one statement on one table only (on another table it
 * returns nothing, without an error), so it travels with the table it belongs to, and with the
 * clustering value of the last row, from which reading can go on on either table.
 *
 * @param leg the table the last page came from
 * @param epoch under which it was read
 * @param statement hash of the statement's text and values
 * @param base where the statement that is being read began; empty for the application's own
 *     beginning
 * @param bucket the id of the target partition that comes next; empty for the first one
 * @param inner the server's own paging state within that partition
 * @param last the clustering value of the last row, if the rows show it
 * @param left what the application's limits still allow
 */
record Cursor(
    Leg leg,
    long epoch,
    int statement,
    Optional<Base> base,
    Optional<ByteBuffer> bucket,
    Optional<ByteBuffer> inner,
    Optional<ByteBuffer> last,
    Left left) {

  static final int UNKNOWN = -1;

  private static final int MAGIC = 0x524b4332;

  /**
   * What the limits still allow.
   *
   * @param rows of the application's LIMIT; {@link #UNKNOWN} if that was not counted
   * @param ofPartition of its PER PARTITION LIMIT in the partition that comes next
   */
  record Left(int rows, int ofPartition) {}

  /** A read that goes on after a row: that row's clustering value, and what LIMIT had left. */
  record Base(ByteBuffer last, int rowsLeft) {}

  Cursor withRowsLeft(int rows) {
    return new Cursor(
        leg, epoch, statement, base, bucket, inner, last, new Left(rows, left.ofPartition()));
  }

  static boolean isCursor(ByteBuffer state) {
    return state.remaining() > Integer.BYTES && state.getInt(state.position()) == MAGIC;
  }

  ByteBuffer encode() {
    int size =
        Integer.BYTES * 5
            + Long.BYTES
            + 1
            + size(bucket)
            + size(inner)
            + size(last)
            + size(base.map(Base::last));
    ByteBuffer bytes = ByteBuffer.allocate(size);
    bytes.putInt(MAGIC).put((byte) (leg == Leg.SOURCE ? 0 : 1)).putLong(epoch).putInt(statement);
    bytes.putInt(left.rows()).putInt(left.ofPartition());
    bytes.putInt(base.map(Base::rowsLeft).orElse(0));
    put(bytes, bucket);
    put(bytes, inner);
    put(bytes, last);
    put(bytes, base.map(Base::last));
    return bytes.flip();
  }

  /**
   * @throws CursorLostException if the bytes are damaged
   */
  static Cursor decode(ByteBuffer state) {
    ByteBuffer bytes = state.duplicate();
    try {
      bytes.getInt();
      Leg leg = bytes.get() == 0 ? Leg.SOURCE : Leg.TARGET;
      long epoch = bytes.getLong();
      int statement = bytes.getInt();
      Left left = new Left(bytes.getInt(), bytes.getInt());
      int baseRowsLeft = bytes.getInt();
      Optional<ByteBuffer> bucket = take(bytes);
      Optional<ByteBuffer> inner = take(bytes);
      Optional<ByteBuffer> last = take(bytes);
      Optional<Base> base = take(bytes).map(value -> new Base(value, baseRowsLeft));
      return new Cursor(leg, epoch, statement, base, bucket, inner, last, left);
    } catch (RuntimeException e) {
      throw new CursorLostException(
          "Cannot go on from the paging state: its %d bytes are damaged; read from the start"
              .formatted(state.remaining()));
    }
  }

  private static int size(Optional<ByteBuffer> value) {
    return Integer.BYTES + value.map(ByteBuffer::remaining).orElse(0);
  }

  private static void put(ByteBuffer bytes, Optional<ByteBuffer> value) {
    bytes.putInt(value.map(ByteBuffer::remaining).orElse(-1));
    value.ifPresent(v -> bytes.put(v.duplicate()));
  }

  private static Optional<ByteBuffer> take(ByteBuffer bytes) {
    int length = bytes.getInt();
    if (length < 0) {
      return Optional.empty();
    }
    ByteBuffer value = bytes.slice(bytes.position(), length);
    bytes.position(bytes.position() + length);
    return Optional.of(value);
  }
}
