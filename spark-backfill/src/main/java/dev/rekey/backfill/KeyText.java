package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Prints keys as CQL literals, so that an operator can look a reported row up. */
final class KeyText {

  private final List<String> names;
  private final ColumnDefinitions types;
  private final CodecRegistry codecs;
  private final ProtocolVersion protocol;

  /**
   * @param names the key columns, which are the first columns the statement selects
   */
  KeyText(CqlSession session, PreparedStatement select, List<String> names) {
    this.names = List.copyOf(names);
    this.types = select.getResultSetDefinitions();
    this.codecs = session.getContext().getCodecRegistry();
    this.protocol = session.getContext().getProtocolVersion();
  }

  /** For example {@code sensor_id=7, ts='2026-01-01T00:00:00.000Z'}. */
  String of(List<ByteBuffer> key) {
    List<String> parts = new ArrayList<>(key.size());
    for (int i = 0; i < key.size(); i++) {
      TypeCodec<Object> codec = codecs.codecFor(types.get(i).getType());
      parts.add(names.get(i) + "=" + codec.format(codec.decode(key.get(i), protocol)));
    }
    return String.join(", ", parts);
  }
}
