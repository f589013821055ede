package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import java.util.concurrent.CompletionStage;

/**
 * One concern on the way of a request. It hands the request on with {@link Chain#proceed}, answers
 * it itself, or lets it out to the driver.
 */
interface Interceptor {
  CompletionStage<AsyncResultSet> intercept(Call call, Chain chain);
}
