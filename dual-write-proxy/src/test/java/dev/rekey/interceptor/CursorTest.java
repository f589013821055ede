package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rekey.core.state.Leg;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CursorTest {
  private final Cursor full =
      new Cursor(
          Leg.TARGET,
          7,
          -12,
          Optional.of(new Cursor.Base(bytes(1, 2), 9)),
          Optional.of(bytes(0, 3)),
          Optional.of(bytes()),
          Optional.of(bytes(4)),
          new Cursor.Left(Cursor.UNKNOWN, 3));

  @Test
  void itSurvivesItsEncoding() {
    assertThat(Cursor.isCursor(full.encode())).isTrue();
    assertThat(Cursor.decode(full.encode())).isEqualTo(full);
    Cursor plain =
        new Cursor(
            Leg.SOURCE,
            0,
            0,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            new Cursor.Left(5, Integer.MAX_VALUE));
    assertThat(Cursor.decode(plain.encode())).isEqualTo(plain);
  }

  @Test
  void theServersOwnStateIsNoCursorAndDamageIsSaid() {
    assertThat(Cursor.isCursor(bytes(0, 0, 0, 1, 2, 3))).isFalse();
    ByteBuffer damaged = full.encode();
    damaged.limit(damaged.limit() - 3);
    assertThatThrownBy(() -> Cursor.decode(damaged))
        .isInstanceOf(CursorLostException.class)
        .hasMessageContaining("are damaged; read from the start");
  }

  private static ByteBuffer bytes(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length);
    for (int value : values) {
      bytes.put((byte) value);
    }
    return bytes.flip();
  }
}
