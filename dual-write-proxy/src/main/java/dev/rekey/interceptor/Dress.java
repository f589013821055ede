package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.cql.Conversions;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * Gives a statement of ours everything the application's statement was executed with.
 *
 * <p>Statements are immutable and each setter copies one, so bound statements, which are those that
 * come by the thousand, are put together by a builder.
 */
final class Dress {
  private Dress() {}

  /** Consistency levels, profile, timeout, idempotence, payload, page size and tracing. */
  static Statement<?> like(Statement<?> own, Statement<?> application) {
    return own instanceof BoundStatement bound
        ? builder(bound, application).build()
        : copied(own, application);
  }

  /** The same for one page of a read. */
  static Statement<?> page(
      Statement<?> own, Statement<?> application, int pageSize, ByteBuffer pagingState) {
    return own instanceof BoundStatement bound
        ? builder(bound, application).setPageSize(pageSize).setPagingState(pagingState).build()
        : copied(own, application).setPageSize(pageSize).copy(pagingState);
  }

  /** What is sent to the leading table: at the one timestamp of the request. */
  static Statement<?> lead(Statement<?> own, Call call, long timestamp) {
    if (own == call.statement()) {
      return own.setQueryTimestamp(timestamp);
    }
    return own instanceof BoundStatement bound
        ? builder(bound, call.statement()).setQueryTimestamp(timestamp).build()
        : copied(own, call.statement()).setQueryTimestamp(timestamp);
  }

  /** What is sent to the other table: at the same timestamp, untraced, within a time of its own. */
  static Statement<?> follow(Statement<?> own, Call call, long timestamp, Duration timeout) {
    return own instanceof BoundStatement bound
        ? builder(bound, call.statement())
            .setQueryTimestamp(timestamp)
            .setTracing(false)
            .setTimeout(timeout)
            .build()
        : within(
            timeout,
            copied(own, call.statement()).setQueryTimestamp(timestamp).setTracing(false),
            call);
  }

  /** Both legs in one batch: at the one timestamp, within the time of the application's request. */
  static Statement<?> together(BatchStatement own, Call call, long timestamp) {
    return within(timeout(call), copied(own, call.statement()).setQueryTimestamp(timestamp), call);
  }

  private static BoundStatementBuilder builder(BoundStatement own, Statement<?> application) {
    BoundStatementBuilder builder =
        new BoundStatementBuilder(own)
            .setExecutionProfile(application.getExecutionProfile())
            .setExecutionProfileName(application.getExecutionProfileName())
            .setConsistencyLevel(application.getConsistencyLevel())
            .setSerialConsistencyLevel(application.getSerialConsistencyLevel())
            .setIdempotence(application.isIdempotent())
            .setPageSize(application.getPageSize())
            .setNowInSeconds(application.getNowInSeconds())
            .setTracing(application.isTracing())
            .setTimeout(application.getTimeout());
    if (own != application) {
      builder.clearCustomPayload();
      application.getCustomPayload().forEach(builder::addCustomPayload);
    }
    return builder;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // a statement's setters return its own type
  private static Statement<?> copied(Statement own, Statement<?> application) {
    return own == application ? own : copiedFrom(own, application);
  }

  private static <T extends Statement<T>> T copiedFrom(T own, Statement<?> application) {
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
  private static Statement<?> within(Duration timeout, Statement<?> statement, Call call) {
    if (!(statement instanceof BatchStatement batch)) {
      return statement.setTimeout(timeout);
    }
    DriverExecutionProfile profile =
        Conversions.resolveExecutionProfile(batch, call.context())
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, timeout);
    return batch.setExecutionProfile(profile);
  }
}
