package dev.rekey.cql.route;

import dev.rekey.cql.LiteralException;
import dev.rekey.cql.Literals;
import dev.rekey.cql.Term;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/** Bytes of the terms that stand for key values. */
final class Terms {
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
      return calls.hole(call).isPresent();
    }
    return literalBytes(term, type).isPresent();
  }

  /** The value; empty if the application bound null or nothing. */
  Optional<ByteBuffer> bytes(Term term, String type, Bindings bindings) {
    if (term instanceof Term.Marker marker) {
      return bindings.marker(marker.index()).bytes();
    }
    if (term instanceof Term.FunctionCall call) {
      return calls.hole(call).map(bindings::evaluated);
    }
    return literalBytes(term, type);
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
