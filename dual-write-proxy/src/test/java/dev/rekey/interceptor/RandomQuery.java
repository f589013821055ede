package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One SELECT on a source.
 *
 * @param cql with as many markers as there are values
 * @param names of the markers; empty where they are positional
 * @param prepared whether it is prepared or sent as a simple statement
 * @param pageSize 0 for the driver's own
 * @param paging how its pages are fetched
 * @param lives which columns are times to live, which pass between two reads
 * @param mayBeRefused why it need not be answered; empty if it must be
 */
record RandomQuery(
    String cql,
    List<Object> values,
    List<String> names,
    boolean prepared,
    int pageSize,
    Paging paging,
    Set<Integer> lives,
    String mayBeRefused) {

  enum Paging {
    SYNC,
    ASYNC,
    /** Every page by another session, which knows nothing but the paging state. */
    RESUMED
  }

  /** The statement for one session. */
  Statement<?> statement(CqlSession session) {
    return (prepared ? bound(session) : simple()).setPageSize(pageSize);
  }

  private Statement<?> simple() {
    if (names.isEmpty()) {
      return SimpleStatement.newInstance(cql, values.toArray());
    }
    Map<String, Object> named = new java.util.HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      named.put(names.get(i), values.get(i));
    }
    return SimpleStatement.newInstance(cql, named);
  }

  private Statement<?> bound(CqlSession session) {
    PreparedStatement statement = session.prepare(cql);
    BoundStatementBuilder builder = statement.boundStatementBuilder();
    for (int i = 0; i < values.size(); i++) {
      if (names.isEmpty()) {
        builder = builder.set(i, values.get(i), codec(session, values.get(i)));
      } else {
        builder = builder.set(names.get(i), values.get(i), codec(session, values.get(i)));
      }
    }
    return builder.build();
  }

  private static TypeCodec<Object> codec(CqlSession session, Object value) {
    CodecRegistry codecs = session.getContext().getCodecRegistry();
    return codecs.codecFor(value);
  }

  @Override
  public String toString() {
    return "%s%s %s %s, page size %d, %s"
        .formatted(prepared ? "prepared " : "", cql, names, values, pageSize, paging);
  }
}
