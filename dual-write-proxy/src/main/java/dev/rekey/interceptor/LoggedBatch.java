package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.WriteFailureException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import dev.rekey.control.WriteMode;
import dev.rekey.interceptor.LegEnd.Outcome;
import java.util.List;
import java.util.Optional;

/**
 * What one batch over both tables shows the application: what its own statement would have shown.
 */
final class LoggedBatch {
  private LoggedBatch() {}

  /** Whether every migration the write is mirrored for asks for it. */
  static boolean isAsked(Call call, List<WritePart> parts) {
    for (WritePart part : parts) {
      if (part.isMirrored() && mode(call, part) != WriteMode.LOGGED_BATCH) {
        return false;
      }
    }
    return true;
  }

  private static WriteMode mode(Call call, WritePart part) {
    return call.view()
        .migration(part.migration().orElseThrow())
        .map(LiveMigration::writeMode)
        .orElse(WriteMode.PARALLEL);
  }

  /** The end of the batch without what only a batch has to say. */
  static LegEnd asPlain(LegEnd end, Call call, List<WritePart> parts) {
    return end.outcome() == Outcome.WRITTEN
        ? new LegEnd(
            end.outcome(),
            end.result()
                .map(
                    result ->
                        MaskedResult.without(warning -> isAboutTheBatch(warning, parts), result)),
            Optional.empty())
        : new LegEnd(
            end.outcome(), Optional.empty(), end.error().map(error -> asPlain(error, call)));
  }

  /** Such as its size, which counts what the application did not write. */
  private static boolean isAboutTheBatch(String warning, List<WritePart> parts) {
    return warning.startsWith("Batch ")
        && parts.stream()
            .flatMap(part -> part.plan().stream())
            .anyMatch(plan -> warning.contains(plan.mapping().target().table()));
  }

  private static Throwable asPlain(Throwable error, Call call) {
    if (error instanceof WriteTimeoutException timeout) {
      WriteTimeoutException plain =
          new WriteTimeoutException(
              timeout.getCoordinator(),
              timeout.getConsistencyLevel(),
              timeout.getReceived(),
              timeout.getBlockFor(),
              type(timeout.getWriteType(), call));
      plain.setExecutionInfo(timeout.getExecutionInfo());
      return plain;
    }
    if (error instanceof WriteFailureException failure) {
      WriteFailureException plain =
          new WriteFailureException(
              failure.getCoordinator(),
              failure.getConsistencyLevel(),
              failure.getReceived(),
              failure.getBlockFor(),
              type(failure.getWriteType(), call),
              failure.getNumFailures(),
              failure.getReasonMap());
      plain.setExecutionInfo(failure.getExecutionInfo());
      return plain;
    }
    return error;
  }

  /** A batch log that did not answer is of no batch that the application knows of. */
  private static WriteType type(WriteType ofBatch, Call call) {
    if (!(call.statement() instanceof BatchStatement batch)) {
      boolean isText = call.children().get(0).understood().batch().isPresent();
      return isText ? ofBatch : DefaultWriteType.SIMPLE;
    }
    return batch.getBatchType() == DefaultBatchType.UNLOGGED
        ? DefaultWriteType.UNLOGGED_BATCH
        : ofBatch;
  }
}
