package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.cql.Conversions;
import java.time.Duration;

/** Gives a statement of ours everything the application's statement was executed with. */
final class Dress {
  private Dress() {}

  /** Consistency levels, profile, timeout, idempotence, payload, page size and tracing. */
  static <T extends Statement<T>> T like(T own, Statement<?> application) {
    return own.setExecutionProfile(application.getExecutionProfile())
        .setExecutionProfileName(application.getExecutionProfileName())
        .setConsistencyLevel(application.getConsistencyLevel())
        .setSerialConsistencyLevel(application.getSerialConsistencyLevel())
        .setIdempotent(application.isIdempotent())
        .setCustomPayload(application.getCustomPayload())
        .setPageSize(application.getPageSize())
        .setNowInSeconds(application.getNowInSeconds())
        .setTracing(application.isTracing())
        .setTimeout(application.getTimeout());
  }

  /** The time the driver gives the application's statement. */
  static Duration timeout(Call call) {
    Duration own = call.statement().getTimeout();
    return own != null
        ? own
        : Conversions.resolveExecutionProfile(call.statement(), call.context())
            .getDuration(DefaultDriverOption.REQUEST_TIMEOUT);
  }

  /**
   * A statement with another timeout. Batches ignore their own timeout in some versions of the
   * driver, so theirs is carried by a derived profile.
   */
  @SuppressWarnings("unchecked") // a batch stays a batch
  static <T extends Statement<T>> T within(Duration timeout, T statement, Call call) {
    if (!(statement instanceof BatchStatement batch)) {
      return statement.setTimeout(timeout);
    }
    DriverExecutionProfile profile =
        Conversions.resolveExecutionProfile(batch, call.context())
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, timeout);
    return (T) batch.setExecutionProfile(profile);
  }
}
