package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import java.util.List;

/**
 * A request of the application on its way through the chain; immutable.
 *
 * @param statement exactly what the application executed
 * @param children what is in it: one child, or those of a batch; empty until it was understood
 * @param view the phases it runs under
 * @param pinned what repetitions share; set when it is admitted
 */
record Call(
    Statement<?> statement,
    DefaultSession session,
    List<Child> children,
    FleetView view,
    Pinned pinned) {

  Call {
    children = List.copyOf(children);
  }

  static Call of(Statement<?> statement, DefaultSession session, FleetView view) {
    return new Call(
        statement, session, List.of(), view, new Pinned(Statement.NO_DEFAULT_TIMESTAMP));
  }

  Call withChildren(List<Child> understood) {
    return new Call(statement, session, understood, view, pinned);
  }

  Call under(FleetView newView) {
    return new Call(statement, session, children, newView, pinned);
  }

  Call pinnedAt(Pinned fixed) {
    return new Call(statement, session, children, view, fixed);
  }

  InternalDriverContext context() {
    return (InternalDriverContext) session.getContext();
  }

  /** The keyspace of unqualified names where the statement says nothing. */
  static String keyspace(Statement<?> statement, DefaultSession session) {
    CqlIdentifier own = statement.getKeyspace();
    return own != null
        ? own.asInternal()
        : session.getKeyspace().map(CqlIdentifier::asInternal).orElse("");
  }
}
