package dev.rekey.interceptor;

import java.nio.ByteBuffer;

/**
 * The paging state of a read that named the target and was asked of the source. It is told apart
 * from the target's own, since the server takes another table's state for the end of the rows.
 */
final class InverseCursor {
  private static final int MAGIC = 0x524b4954;

  private InverseCursor() {}

  static boolean isOne(ByteBuffer state) {
    return state.remaining() >= Integer.BYTES && state.getInt(state.position()) == MAGIC;
  }

  static ByteBuffer around(ByteBuffer state) {
    return ByteBuffer.allocate(Integer.BYTES + state.remaining())
        .putInt(MAGIC)
        .put(state.duplicate())
        .flip();
  }

  static ByteBuffer inner(ByteBuffer state) {
    return state.slice(state.position() + Integer.BYTES, state.remaining() - Integer.BYTES);
  }
}
