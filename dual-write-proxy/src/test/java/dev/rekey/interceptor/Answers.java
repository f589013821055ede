package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.lang.reflect.Proxy;

/** Answers without a server. */
final class Answers {
  private Answers() {}

  /** Of a statement; whether it was applied is all there is in it. */
  static AsyncResultSet of(Statement<?> statement, boolean applied) {
    ExecutionInfo info =
        (ExecutionInfo)
            Proxy.newProxyInstance(
                ExecutionInfo.class.getClassLoader(),
                new Class<?>[] {ExecutionInfo.class},
                (proxy, method, arguments) ->
                    method.getName().equals("getRequest") ? statement : null);
    return (AsyncResultSet)
        Proxy.newProxyInstance(
            AsyncResultSet.class.getClassLoader(),
            new Class<?>[] {AsyncResultSet.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getExecutionInfo" -> info;
                  case "wasApplied" -> applied;
                  case "toString" -> "applied=" + applied;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
