package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.rekey.core.state.Leg;
import dev.rekey.core.token.TokenRange;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
  private final Optional<IndexCheck> index;

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
    this.index =
        side == Leg.TARGET
            ? Optional.of(new IndexCheck(session, plan.mapping()))
            : Optional.empty();
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
      List<ReducedRow> all = new ArrayList<>();
      for (Row row : page.rows()) {
        ReducedRow reduced = reducer.reduce(reader.read(row, page.askedMillis()));
        rows.accept(reduced);
        all.add(reduced);
      }
      if (index.isPresent()) {
        index.get().check(all);
      }
      meter.add(all.size());
      pacer.acquire(all.size());
    }
  }
}
