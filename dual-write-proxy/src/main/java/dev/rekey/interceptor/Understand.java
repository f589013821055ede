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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * First link: what the request means. Requests about other tables leave here for the driver,
 * unchanged.
 */
final class Understand implements Interceptor {
  private final PassThrough others;

  Understand(PassThrough others) {
    this.others = others;
  }

  @Override
  public CompletionStage<AsyncResultSet> intercept(Call call, Chain chain) {
    List<Child> children = children(call);
    return isAboutOtherTables(children)
        ? others.execute(call.statement(), call.session(), call.view())
        : chain.proceed(call.withChildren(children));
  }

  private static boolean isAboutOtherTables(List<Child> children) {
    for (Child child : children) {
      if (!child.understood().isAboutOtherTables()) {
        return false;
      }
    }
    return true;
  }

  /** The migrations of the tables the request is about, under the call's own view. */
  static Set<String> migrations(Call call) {
    if (!mayConcern(call.statement(), call.view().understanding())) {
      return Set.of();
    }
    return migrations(children(call));
  }

  /** The migrations of the tables that what was understood is about. */
  static Set<String> migrations(List<Child> children) {
    if (children.size() == 1 && children.get(0).understood().parts().size() == 1) {
      return children
          .get(0)
          .understood()
          .parts()
          .get(0)
          .migration()
          .map(Set::of)
          .orElseGet(Set::of);
    }
    Set<String> names = new LinkedHashSet<>();
    for (Child child : children) {
      child.understood().parts().forEach(part -> part.migration().ifPresent(names::add));
    }
    return names;
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

  static List<Child> children(Call call) {
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

  /**
   * The server resolved the name when it prepared the statement; the session may have moved on. The
   * first column tells where to, but in a BATCH it may be one of another table.
   */
  private static String preparedKeyspace(PreparedStatement prepared, Call call) {
    if (isBatch(prepared.getQuery())) {
      return givenKeyspace(prepared, call);
    }
    for (ColumnDefinitions definitions :
        List.of(prepared.getVariableDefinitions(), prepared.getResultSetDefinitions())) {
      if (definitions.size() > 0) {
        return definitions.get(0).getKeyspace().asInternal();
      }
    }
    return givenKeyspace(prepared, call);
  }

  private static boolean isBatch(String text) {
    return text.stripLeading().regionMatches(true, 0, "BEGIN", 0, 5);
  }

  private static String givenKeyspace(PreparedStatement prepared, Call call) {
    CqlIdentifier own =
        prepared instanceof DefaultPreparedStatement known
            ? known.getRepreparePayload().keyspace
            : null;
    return own != null
        ? own.asInternal()
        : call.session().getKeyspace().map(CqlIdentifier::asInternal).orElse("");
  }
}
