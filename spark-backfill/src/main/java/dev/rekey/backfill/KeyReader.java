package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.rekey.core.state.Leg;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Reads single rows of one table by their whole key. Thread-safe. */
final class KeyReader {

  private final CqlSession session;
  private final DefaultConsistencyLevel consistency;
  private final TableReader reader;
  private final RowReducer reducer;
  private final PreparedStatement select;
  private final Clock clock;

  KeyReader(CqlSession session, CopyPlan plan, Leg side, CopySettings settings, Clock clock) {
    this.session = session;
    this.consistency = DefaultConsistencyLevel.valueOf(settings.consistency());
    this.reader = side == Leg.SOURCE ? plan.sourceReader() : plan.targetReader();
    this.reducer = new RowReducer(plan, new KeyInverse(plan.mapping()), side);
    this.select = session.prepare(reader.byKey());
    this.clock = clock;
  }

  /** The reader of a run. */
  static KeyReader of(RunContext context, Leg side, CopySettings settings) {
    return new KeyReader(context.session(), context.plan(), side, settings, Clock.systemUTC());
  }

  CompletionStage<Sighting> read(List<ByteBuffer> key) {
    BoundStatementBuilder statement = select.boundStatementBuilder();
    for (int i = 0; i < key.size(); i++) {
      statement = statement.setBytesUnsafe(i, key.get(i));
    }
    long asked = clock.millis();
    return session
        .executeAsync(statement.setConsistencyLevel(consistency).setIdempotence(true).build())
        .thenApply(result -> sighting(result, asked));
  }

  private Sighting sighting(AsyncResultSet result, long askedMillis) {
    Row row = result.one();
    if (row == null) {
      return Sighting.absent();
    }
    RowImage image = reader.read(row, askedMillis);
    long slack = Math.floorDiv(clock.millis(), 1000) - Math.floorDiv(askedMillis, 1000);
    return new Sighting(
        Optional.of(reducer.reduce(image).content()),
        image.cells().stream().map(Cell::expirySecond).toList(),
        Optional.of(image),
        slack);
  }
}
