package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.rekey.core.state.Leg;
import dev.rekey.core.token.TokenRange;
import java.time.Clock;
import java.util.function.Consumer;

/** Reads the rows of a token range of one table in reduced form. Used by one thread. */
final class RangeScanner {

  private final CqlSession session;
  private final CopySettings settings;
  private final Gate gate;
  private final Meter meter;
  private final Pacer pacer;
  private final TableReader reader;
  private final RowReducer reducer;
  private final PreparedStatement scan;

  RangeScanner(
      CqlSession session, CopyPlan plan, Leg side, CopySettings settings, Gate gate, Meter meter) {
    this.session = session;
    this.settings = settings;
    this.gate = gate;
    this.meter = meter;
    this.pacer = new Pacer(gate::rowsPerSecond);
    this.reader = side == Leg.SOURCE ? plan.sourceReader() : plan.targetReader();
    this.reducer = new RowReducer(plan, new KeyInverse(plan.mapping()), side);
    this.scan = session.prepare(reader.scan());
  }

  /** Hands every row of the range to the consumer. */
  void scan(TokenRange range, Consumer<ReducedRow> rows) throws InterruptedException {
    Pages pages =
        new Pages(
            session,
            scan.boundStatementBuilder()
                .setLong(0, range.start())
                .setLong(1, range.end())
                .setPageSize(settings.pageSize())
                .setConsistencyLevel(DefaultConsistencyLevel.valueOf(settings.consistency()))
                .setIdempotence(true)
                .build(),
            Clock.systemUTC());
    while (pages.hasNext()) {
      gate.pass();
      Pages.Page page = pages.next();
      int count = 0;
      for (Row row : page.rows()) {
        rows.accept(reducer.reduce(reader.read(row, page.askedMillis())));
        count++;
      }
      meter.add(count);
      pacer.acquire(count);
    }
  }
}
