package dev.rekey.demo.app;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import dev.rekey.demo.history.RowKey;
import dev.rekey.demo.history.RowState;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Fills the table before the application starts: unlogged batches of one partition, many at once.
 */
public final class InitialLoad {
  private static final int ROWS_PER_BATCH = 60;
  private static final int MOST_IN_FLIGHT = 32;

  private final CqlSession session;
  private final Dataset dataset;
  private final Semaphore places = new Semaphore(MOST_IN_FLIGHT);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /**
   * A load through this session.
   *
   * @param session in the keyspace of the table
   */
  public InitialLoad(CqlSession session, Dataset dataset) {
    this.session = session;
    this.dataset = dataset;
  }

  /**
   * Writes every row and waits until all are acknowledged.
   *
   * @throws IllegalStateException if one is not; the table is then partly filled
   */
  public void run() {
    ReadingStatements statements = new ReadingStatements(session, dataset);
    for (int sensor = 0; sensor < dataset.sensors() && failure.get() == null; sensor++) {
      int rows = dataset.loadedRows(sensor);
      for (int from = 0; from < rows; from += ROWS_PER_BATCH) {
        BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
        for (int i = from; i < Math.min(rows, from + ROWS_PER_BATCH); i++) {
          RowKey key = new RowKey(sensor, i);
          batch.addStatement(
              statements.load(key, ((RowState.Present) dataset.initial(key)).reading()));
        }
        send(batch.build());
      }
    }

    places.acquireUninterruptibly(MOST_IN_FLIGHT);
    places.release(MOST_IN_FLIGHT);
    if (failure.get() != null) {
      throw new IllegalStateException(
          "Cannot load the table: " + failure.get().getMessage(), failure.get());
    }
  }

  private void send(BatchStatement batch) {
    places.acquireUninterruptibly();
    session
        .executeAsync(batch)
        .whenComplete(
            (result, error) -> {
              if (error != null) {
                failure.compareAndSet(null, error);
              }
              places.release();
            });
  }
}
