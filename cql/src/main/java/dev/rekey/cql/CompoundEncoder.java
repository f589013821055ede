package dev.rekey.cql;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Encodes frozen lists, tuples and vectors of constants. Sets and maps are refused: their order is
 * the server's.
 */
final class CompoundEncoder {

  private static final int LENGTH_BYTES = 4;
  private static final int NULL_LENGTH = -1;

  private final LiteralEncoder elements;

  CompoundEncoder(LiteralEncoder elements) {
    this.elements = elements;
  }

  ByteBuffer encode(Term term, CqlType type) {
    if (type.kind() == CqlType.Kind.LIST && term instanceof Term.ListLiteral list) {
      return list(list, type);
    } else if (type.kind() == CqlType.Kind.TUPLE && term instanceof Term.Tuple tuple) {
      return tuple(tuple, type);
    }

    throw new LiteralException(term, type, "it is no constant that can be encoded here");
  }

  private ByteBuffer list(Term.ListLiteral list, CqlType type) {
    List<Optional<ByteBuffer>> encoded = new ArrayList<>();
    for (Term element : list.elements()) {
      Optional<ByteBuffer> bytes = elements.encode(element, type.arguments().get(0));
      if (bytes.isEmpty()) {
        throw new LiteralException(element, type, "a list cannot hold null");
      }

      encoded.add(bytes);
    }

    ByteBuffer body = concatenated(encoded);

    return ByteBuffer.allocate(LENGTH_BYTES + body.remaining())
        .putInt(encoded.size())
        .put(body)
        .flip();
  }

  private ByteBuffer tuple(Term.Tuple tuple, CqlType type) {
    if (tuple.elements().size() > type.arguments().size()) {
      throw new LiteralException(tuple, type, "it has too many elements");
    }

    List<Optional<ByteBuffer>> encoded = new ArrayList<>();
    for (int i = 0; i < tuple.elements().size(); i++) {
      encoded.add(elements.encode(tuple.elements().get(i), type.arguments().get(i)));
    }

    return concatenated(encoded);
  }

  private static ByteBuffer concatenated(List<Optional<ByteBuffer>> parts) {
    int size = 0;
    for (Optional<ByteBuffer> part : parts) {
      size += LENGTH_BYTES + part.map(ByteBuffer::remaining).orElse(0);
    }

    ByteBuffer all = ByteBuffer.allocate(size);
    for (Optional<ByteBuffer> part : parts) {
      all.putInt(part.map(ByteBuffer::remaining).orElse(NULL_LENGTH));
      part.ifPresent(bytes -> all.put(bytes.duplicate()));
    }

    return all.flip();
  }
}
