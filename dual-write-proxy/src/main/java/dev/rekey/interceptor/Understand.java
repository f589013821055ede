package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.cql.DefaultPreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * First link: what the request means. Requests about other tables leave here for the driver,
 * untouched.
 */
final class Understand implements Interceptor {
  private final DriverCalls driver;

  Understand(DriverCalls driver) {
    this.driver = driver;
  }

  @Override
  public CompletionStage<AsyncResultSet> intercept(Call call, Chain chain) {
    List<Child> children = children(call);
    boolean other = children.stream().allMatch(child -> child.understood().isAboutOtherTables());
    return other
        ? driver.execute(call.statement(), call.session())
        : chain.proceed(call.withChildren(children));
  }

  /** Cheap and exact in one direction: false means that no migrating table is concerned. */
  static boolean mayConcern(Statement<?> statement, Understanding understanding) {
    if (understanding.isEmpty()) {
      return false;
    }
    if (statement instanceof SimpleStatement simple) {
      return understanding.mentions(simple.getQuery());
    }
    if (statement instanceof BoundStatement bound) {
      return understanding.mentionsPrepared(bound.getPreparedStatement().getQuery());
    }
    for (BatchableStatement<?> child : (BatchStatement) statement) {
      if (mayConcern(child, understanding)) {
        return true;
      }
    }
    return false;
  }

  private static List<Child> children(Call call) {
    if (call.statement() instanceof BatchableStatement<?> single) {
      return List.of(child(call, single, 0));
    }
    List<Child> children = new ArrayList<>();
    for (BatchableStatement<?> statement : (BatchStatement) call.statement()) {
      children.add(child(call, statement, children.size()));
    }
    return children;
  }

  private static Child child(Call call, BatchableStatement<?> statement, int index) {
    Understanding understanding = call.view().understanding();
    if (!mayConcern(statement, understanding)) {
      return new Child(index, statement, Understood.otherTable());
    }
    String text =
        statement instanceof BoundStatement bound
            ? bound.getPreparedStatement().getQuery()
            : ((SimpleStatement) statement).getQuery();
    return new Child(index, statement, understanding.understand(text, keyspace(call, statement)));
  }

  private static String keyspace(Call call, BatchableStatement<?> statement) {
    if (statement instanceof BoundStatement bound) {
      return preparedKeyspace(bound.getPreparedStatement(), call);
    }
    CqlIdentifier own = statement.getKeyspace();
    return own != null ? own.asInternal() : Call.keyspace(call.statement(), call.session());
  }

  /** The server resolved the name when it prepared the statement; the session may have moved on. */
  private static String preparedKeyspace(PreparedStatement prepared, Call call) {
    for (ColumnDefinitions definitions :
        List.of(prepared.getVariableDefinitions(), prepared.getResultSetDefinitions())) {
      if (definitions.size() > 0) {
        return definitions.get(0).getKeyspace().asInternal();
      }
    }
    CqlIdentifier own =
        prepared instanceof DefaultPreparedStatement known
            ? known.getRepreparePayload().keyspace
            : null;
    return own != null
        ? own.asInternal()
        : call.session().getKeyspace().map(CqlIdentifier::asInternal).orElse("");
  }
}
