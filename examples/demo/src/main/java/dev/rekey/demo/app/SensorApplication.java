package dev.rekey.demo.app;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One instance of the application: a session and its threads. */
final class SensorApplication implements AutoCloseable {
  private static final long LONGEST_STOP_MILLIS = 15_000;
  private static final long SEED = 20_260_105;

  private final CqlSession session;
  private final Shared shared;
  private final List<Worker> workers = new ArrayList<>();

  SensorApplication(
      int instance, CqlSession session, TrafficRates rates, Shared shared, Gate writerGate) {
    this.session = session;
    this.shared = shared;
    ReadingStatements statements = new ReadingStatements(session, shared.dataset());
    Gate readerGate = new Gate();
    int writers = rates.instances() * rates.writersPerInstance();
    for (int i = 0; i < rates.writersPerInstance(); i++) {
      int writer = instance * rates.writersPerInstance() + i;
      SplittableRandom random = new SplittableRandom(SEED + writer);
      OwnedKeys owned = new OwnedKeys(shared.dataset(), writer, writers);
      ReadingWriter action =
          new ReadingWriter(
              this,
              statements,
              new WritePlan(owned, shared.history(), random),
              new ReadingReader(this, statements, random.split()));
      workers.add(new Worker("writer-" + writer, rates.perWriter(), writerGate, action));
    }
    for (int i = 0; i < rates.readersPerInstance(); i++) {
      int reader = instance * rates.readersPerInstance() + i;
      SplittableRandom random = new SplittableRandom(SEED - 1 - reader);
      workers.add(
          new Worker(
              "reader-" + reader,
              rates.perReader(),
              readerGate,
              new ReadingReader(this, statements, random)));
    }
  }

  CqlSession session() {
    return session;
  }

  Shared shared() {
    return shared;
  }

  void start() {
    workers.forEach(Worker::start);
  }

  /** Ends the threads, waits for what is in flight, and closes the session. */
  @Override
  public void close() {
    workers.forEach(Worker::stop);
    boolean ended = true;
    for (Worker worker : workers) {
      ended &= worker.awaitEnd(LONGEST_STOP_MILLIS);
    }
    session.close();
    if (!ended) {
      throw new IllegalStateException(
          "Cannot stop the application: a thread was still busy after %d ms"
              .formatted(LONGEST_STOP_MILLIS));
    }
  }
}
