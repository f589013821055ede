package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.cql.DefaultPrepareRequest;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import dev.rekey.cql.route.BoundCql;
import dev.rekey.cql.route.BoundValue;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes driver statements of rewritten text. They are executed past the interceptor, which is what
 * keeps a mirrored statement from being mirrored.
 */
final class OwnStatements {
  private static final int MAX_PREPARED = 5_000;

  private final DriverCalls driver;
  private final Map<String, CompletionStage<PreparedStatement>> prepared =
      new ConcurrentHashMap<>();

  OwnStatements(DriverCalls driver) {
    this.driver = driver;
  }

  /** Whether texts come again and are worth preparing, or carry their values as literals. */
  enum Form {
    PREPARED,
    SIMPLE
  }

  static Form formOf(Statement<?> application) {
    return application instanceof BoundStatement ? Form.PREPARED : Form.SIMPLE;
  }

  CompletionStage<BatchableStatement<?>> of(BoundCql cql, Form form, DefaultSession session) {
    if (form == Form.SIMPLE) {
      return CompletableFuture.completedFuture(simple(cql));
    }
    return prepare(cql.text(), session).thenApply(statement -> bind(statement, cql));
  }

  /** Prepares a text once; a failure is not remembered. */
  CompletionStage<PreparedStatement> prepare(String text, DefaultSession session) {
    CompletionStage<PreparedStatement> known = prepared.get(text);
    if (known != null) {
      return known;
    }
    if (prepared.size() >= MAX_PREPARED) {
      prepared.clear();
    }
    CompletionStage<PreparedStatement> mine =
        driver.prepare(new DefaultPrepareRequest(text), session);
    prepared.put(text, mine);
    mine.whenComplete(
        (statement, error) -> {
          if (error != null) {
            prepared.remove(text, mine);
          }
        });
    return mine;
  }

  /** The same for a text whose unqualified names belong to a keyspace; null for the session's. */
  CompletionStage<PreparedStatement> prepare(
      String text, CqlIdentifier keyspace, DefaultSession session) {
    return keyspace == null
        ? prepare(text, session)
        : driver.prepare(
            new DefaultPrepareRequest(SimpleStatement.newInstance(text).setKeyspace(keyspace)),
            session);
  }

  private static BoundStatement bind(PreparedStatement statement, BoundCql cql) {
    BoundStatementBuilder bound = statement.boundStatementBuilder();
    for (int i = 0; i < cql.values().size(); i++) {
      BoundValue value = cql.values().get(i);
      if (!value.isUnset()) {
        bound.setBytesUnsafe(i, value.bytes().orElse(null));
      }
    }
    return bound.build();
  }

  /** A buffer is sent as the bytes it holds, and the server reads them as the marker's type. */
  private static SimpleStatement simple(BoundCql cql) {
    ByteBuffer[] values = new ByteBuffer[cql.values().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = cql.values().get(i).bytes().orElse(null);
    }
    return SimpleStatement.newInstance(cql.text(), (Object[]) values);
  }
}
