package dev.rekey.cql;

import java.nio.ByteBuffer;
import java.time.ZoneId;
import java.util.Optional;

/**
 * The bytes a server makes of a constant in a statement: the encoding of the native protocol, for
 * every type a key can have. Collections, tuples, vectors and user types come encoded as frozen
 * ones.
 */
public final class Literals {

  private Literals() {}

  /** As {@link #toBytes(Term, CqlType)}, the type written in CQL. */
  public static Optional<ByteBuffer> toBytes(Term constant, String cqlType) {
    return toBytes(constant, CqlType.parse(cqlType));
  }

  /**
   * The bytes of a constant; empty for NULL. A timestamp text without a time zone is refused, as
   * the server reads it in its own zone.
   *
   * @throws LiteralException if it is no constant of the type
   */
  public static Optional<ByteBuffer> toBytes(Term constant, CqlType type) {
    return new LiteralEncoder(Optional.empty()).encode(constant, type);
  }

  /** As {@link #toBytes(Term, CqlType)}, for servers that are known to run in the zone. */
  public static Optional<ByteBuffer> toBytes(Term constant, CqlType type, ZoneId serverZone) {
    return new LiteralEncoder(Optional.of(serverZone)).encode(constant, type);
  }
}
