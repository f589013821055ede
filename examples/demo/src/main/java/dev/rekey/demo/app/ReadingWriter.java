package dev.rekey.demo.app;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.rekey.demo.history.History;
import dev.rekey.demo.history.PendingWrite;
import dev.rekey.demo.history.RowKey;
import dev.rekey.demo.history.RowState;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Sends one write after another, and now and then reads back what it wrote last. */
final class ReadingWriter implements Runnable {
  private static final int READ_BACK_EVERY = 4;

  private final CqlSession session;
  private final ReadingStatements statements;
  private final WritePlan plan;
  private final ReadingReader reader;
  private final History history;
  private final RequestLog log;
  private final RecentKeys recent;
  private final InstantSource clock;
  private int count;

  ReadingWriter(
      SensorApplication application,
      ReadingStatements statements,
      WritePlan plan,
      ReadingReader reader) {
    this.session = application.session();
    this.statements = statements;
    this.plan = plan;
    this.reader = reader;
    this.history = application.shared().history();
    this.log = application.shared().log();
    this.recent = application.shared().recent();
    this.clock = application.shared().clock();
  }

  @Override
  public void run() {
    ReadingWrite write = plan.next();
    send(write);
    List<RowKey> keys = new ArrayList<>(write.made(clock.millis()).keySet());
    keys.forEach(recent::add);
    if (++count % READ_BACK_EVERY == 0) {
      // The owner reads its own write: no other write is in flight, so only one answer is right.
      reader.readOne(write.firstKey(), "read by the writer");
    }
  }

  private void send(ReadingWrite write) {
    var statement = statements.write(write);
    long start = clock.millis();
    PendingWrite pending = history.begin(write.kind(), write.made(start));
    RequestLog.Sent sent = log.send(RequestLog.Kind.WRITE);
    try {
      session.execute(statement);
    } catch (DriverException | IllegalStateException error) {
      sent.failed(error);
      pending.doubt();
      return;
    }

    sent.succeeded();
    RowState.Interval interval = new RowState.Interval(start, clock.millis());
    pending.acknowledge(
        made ->
            write instanceof ReadingWrite.InsertWithTtl expiring ? expiring.state(interval) : made);
  }
}
