package dev.rekey.cql.route;

import dev.rekey.cql.LiteralException;
import dev.rekey.cql.Literals;
import dev.rekey.cql.Term;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Bytes of the terms that stand for key values. */
final class Terms {
  private static final Set<String> TIME_BOUNDS =
      Set.of("mintimeuuid", "min_timeuuid", "maxtimeuuid", "max_timeuuid");

  private static final long TICKS_PER_MILLI = 10_000L;

  /** 100-nanosecond steps between 1582-10-15 and 1970-01-01 (RFC 4122). */
  private static final long UUID_EPOCH_OFFSET = 0x01B21DD213814000L;

  private final Calls calls;

  Terms(Calls calls) {
    this.calls = calls;
  }

  /** Whether {@link #bytes} will be able to tell, apart from nulls. */
  boolean isComputable(Term term, String type) {
    if (term instanceof Term.Marker) {
      return true;
    }
    if (term instanceof Term.FunctionCall call) {
      return calls.hole(call).isPresent()
          || isTimeBound(call, type) && isComputable(call.arguments().get(0), "timestamp");
    }
    return literalBytes(term, type).isPresent();
  }

  /** The value; empty if the application bound null or nothing. */
  Optional<ByteBuffer> bytes(Term term, String type, Bindings bindings) {
    if (term instanceof Term.Marker marker) {
      return bindings.marker(marker.index()).bytes();
    }
    if (term instanceof Term.FunctionCall call) {
      return isTimeBound(call, type)
          ? bytes(call.arguments().get(0), "timestamp", bindings).flatMap(Terms::timeUuid)
          : calls.hole(call).map(bindings::evaluated);
    }
    return literalBytes(term, type);
  }

  /** The server makes the bound itself; only its time is needed here, which is the argument. */
  private static boolean isTimeBound(Term.FunctionCall call, String type) {
    return type.equals("timeuuid")
        && TIME_BOUNDS.contains(call.name())
        && call.arguments().size() == 1;
  }

  private static Optional<ByteBuffer> timeUuid(ByteBuffer millis) {
    if (millis.remaining() != Long.BYTES) {
      return Optional.empty();
    }
    long ticks = millis.getLong(millis.position()) * TICKS_PER_MILLI + UUID_EPOCH_OFFSET;
    long high = ticks << 32 | (ticks >>> 16 & 0xffff0000L) | 0x1000L | (ticks >>> 48 & 0x0fffL);
    return Optional.of(ByteBuffer.allocate(16).putLong(0, high));
  }

  private static Optional<ByteBuffer> literalBytes(Term term, String type) {
    try {
      return Literals.toBytes(term, type);
    } catch (LiteralException e) {
      return Optional.empty();
    }
  }

  /** A number given by a literal or a marker; empty if there is none, or null was bound. */
  static OptionalLong number(Optional<Term> term, String type, Bindings bindings) {
    Terms plain = new Terms(new Calls(""));
    Optional<ByteBuffer> bytes = term.flatMap(t -> plain.bytes(t, type, bindings));
    if (bytes.isEmpty()) {
      return OptionalLong.empty();
    }
    ByteBuffer value = bytes.get();
    return switch (value.remaining()) {
      case 4 -> OptionalLong.of(value.getInt(value.position()));
      case 8 -> OptionalLong.of(value.getLong(value.position()));
      default -> OptionalLong.empty();
    };
  }
}
