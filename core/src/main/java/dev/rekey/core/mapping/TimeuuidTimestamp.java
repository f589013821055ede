package dev.rekey.core.mapping;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** {@code timestamp(id)}: the instant inside a version-1 timeuuid, in whole milliseconds. */
public record TimeuuidTimestamp(String column) implements Derivation {
  @Override
  public String expression() {
    return "timestamp(%s)".formatted(Identifiers.quoteIfNeeded(column));
  }

  @Override
  public List<String> sources() {
    return List.of(column);
  }

  @Override
  public String resultType(TableShape source) {
    String type = source.requireColumn(column).type();
    if (!type.equals("timeuuid")) {
      throw new IllegalArgumentException(
          "Cannot use %s: column %s is %s, not timeuuid".formatted(expression(), column, type));
    }
    return "timestamp";
  }

  @Override
  public Optional<ByteBuffer> apply(Values values) {
    return values.of(column).flatMap(Bytes::instantMillis).map(Bytes::ofLong);
  }
}
