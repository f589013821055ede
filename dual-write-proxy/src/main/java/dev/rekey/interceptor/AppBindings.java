package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import dev.rekey.cql.route.Bindings;
import dev.rekey.cql.route.BoundValue;
import dev.rekey.cql.route.Hole;
import java.nio.ByteBuffer;
import java.util.List;

/** The values of one statement as the driver would send them. */
final class AppBindings implements Bindings {
  private final BatchableStatement<?> statement;
  private final int child;
  private final List<String> markerNames;
  private final Pinned pinned;
  private final CodecRegistry codecs;
  private final ProtocolVersion protocol;

  AppBindings(Call call, BatchableStatement<?> statement, int child, List<String> markerNames) {
    this.statement = statement;
    this.child = child;
    this.markerNames = markerNames;
    this.pinned = call.pinned();
    this.codecs = call.context().getCodecRegistry();
    this.protocol = call.context().getProtocolVersion();
  }

  @Override
  public BoundValue marker(int index) {
    if (statement instanceof BoundStatement bound) {
      if (!bound.isSet(index)) {
        return BoundValue.UNSET;
      }
      ByteBuffer bytes = bound.getBytesUnsafe(index);
      return bytes == null ? BoundValue.NULL : BoundValue.of(bytes);
    }
    Object value = value((SimpleStatement) statement, index);
    return value == null ? BoundValue.NULL : BoundValue.of(encode(value));
  }

  @Override
  public ByteBuffer evaluated(Hole.Evaluated call) {
    return pinned.evaluated(child, call);
  }

  private Object value(SimpleStatement simple, int index) {
    if (!simple.getNamedValues().isEmpty()) {
      return simple.getNamedValues().get(CqlIdentifier.fromInternal(markerNames.get(index)));
    }
    List<Object> values = simple.getPositionalValues();
    if (index >= values.size()) {
      throw new IllegalArgumentException(
          "Cannot execute the statement: marker %d has no value, %d are given"
              .formatted(index + 1, values.size()));
    }
    return values.get(index);
  }

  private ByteBuffer encode(Object value) {
    return codecs.codecFor(value).encode(value, protocol);
  }
}
