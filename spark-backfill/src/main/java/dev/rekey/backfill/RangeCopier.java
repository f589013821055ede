package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.mapping.Values;
import dev.rekey.core.token.TokenRange;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Copies the rows of one token range, page by page. Needs a session and nothing of Spark.
 *
 * <p>Used by one thread. Copying a range again gives the same cells again.
 */
final class RangeCopier {

  private final CqlSession session;
  private final CopyPlan plan;
  private final CopySettings settings;
  private final Gate gate;
  private final Meter meter;
  private final Clock clock;
  private final TableReader reader;
  private final WriteGroups groups;
  private final TargetStatements statements;
  private final PreparedStatement scan;
  private final KeyLimits limits;
  private final KeyText keyText;
  private final Pacer pacer;
  private final BucketOpener opener;

  RangeCopier(
      CqlSession session,
      CopyPlan plan,
      CopyRules rules,
      CopySettings settings,
      Gate gate,
      Meter meter,
      Clock clock) {
    this.session = session;
    this.plan = plan;
    this.settings = settings;
    this.gate = gate;
    this.meter = meter;
    this.clock = clock;
    this.reader = plan.sourceReader();
    this.groups = new WriteGroups(rules.fence(), rules.rowMarker(), plan.slots());
    this.statements =
        new TargetStatements(session, plan.mapping().target(), plan.slots(), rules.times());
    this.limits = new KeyLimits(plan.mapping().target());
    this.scan = session.prepare(reader.scan());
    this.keyText = new KeyText(session, scan, keyNames(plan.mapping().source()));
    this.pacer = new Pacer(gate::rowsPerSecond);
    this.opener = new BucketOpener(session, plan.mapping());
  }

  /**
   * Copies every row of the range; returns when every write is acknowledged.
   *
   * @throws StoppedException if the run must end
   * @throws IllegalStateException if a page could not be read or a write failed for good
   */
  RangeOutcome copy(TokenRange range) throws InterruptedException {
    gate.pass();
    InFlightWrites writes =
        new InFlightWrites(session, settings.inFlight(), settings.attempts(), pacer::slowDown);
    PartitionBatches batches =
        new PartitionBatches(
            plan.mapping().target().partitionKey().size(),
            settings.batchStatements(),
            settings.batchBytes(),
            rows -> send(rows, writes));
    RangeOutcome outcome = RangeOutcome.NONE;
    Pages pages = new Pages(session, query(range), clock);
    while (pages.hasNext()) {
      gate.pass();
      outcome = outcome.plus(copyPage(pages.next(), batches));
    }
    writes.await();
    return outcome;
  }

  private Statement<?> query(TokenRange range) {
    return scan.boundStatementBuilder()
        .setLong(0, range.start())
        .setLong(1, range.end())
        .setPageSize(settings.pageSize())
        .setConsistencyLevel(DefaultConsistencyLevel.valueOf(settings.consistency()))
        .setIdempotence(true)
        .build();
  }

  private RangeOutcome copyPage(Pages.Page page, PartitionBatches batches)
      throws InterruptedException {
    long rows = 0;
    long cells = 0;
    long bytes = 0;
    long markerOnly = 0;
    List<String> bad = new ArrayList<>();
    long badRows = 0;
    List<Map<String, ByteBuffer>> places = new ArrayList<>();
    List<TargetRow> targets = new ArrayList<>();
    for (Row row : page.rows()) {
      RowImage image = reader.read(row, page.askedMillis());
      Optional<List<ByteBuffer>> key = plan.mapping().targetKey(Values.of(image.inputs()));
      Optional<String> problem =
          key.isEmpty() ? Optional.of(nulls(image)) : limits.problem(key.get());
      if (problem.isPresent()) {
        badRows++;
        if (bad.size() < RangeOutcome.MOST_SAMPLES) {
          bad.add(badRow(image, problem.get()));
        }
        continue;
      }
      TargetRow target = new TargetRow(key.get(), groups.of(image.cells()), image.readMillis());
      places.add(image.inputs());
      targets.add(target);
      rows++;
      cells += target.cells();
      bytes += target.bytes();
      markerOnly += image.cells().isEmpty() ? 1 : 0;
    }
    opener.open(places);
    for (TargetRow target : targets) {
      batches.add(target);
    }
    // Nothing is held from page to page, which bounds memory and the age of what is written.
    batches.flush();
    return new RangeOutcome(rows, cells, bytes, markerOnly, badRows, bad);
  }

  private String nulls(RowImage image) {
    List<String> nulls = new ArrayList<>();
    for (Column column : plan.mapping().target().primaryKey()) {
      if (plan.mapping().rule(column.name()).apply(Values.of(image.inputs())).isEmpty()) {
        nulls.add(column.name());
      }
    }
    return "new key column " + String.join(", ", nulls) + " is null";
  }

  private String badRow(RowImage image, String problem) {
    List<ByteBuffer> key = new ArrayList<>();
    for (String name : keyNames(plan.mapping().source())) {
      image.input(name).ifPresent(key::add);
    }
    return keyText.of(key) + ": " + problem;
  }

  private void send(List<TargetRow> rows, InFlightWrites writes) throws InterruptedException {
    gate.pass();
    pacer.acquire(rows.size());
    writes.submit(() -> statement(rows));
    meter.add(rows.size());
  }

  private Optional<Statement<?>> statement(List<TargetRow> rows) {
    long now = clock.millis();
    List<BatchableStatement<?>> children = new ArrayList<>();
    for (TargetRow row : rows) {
      requireYoung(row, now);
      for (WriteGroup group : row.groups()) {
        Optional<BoundStatement> bound = statements.bind(row.key(), group, now);
        bound.ifPresent(children::add);
      }
    }
    if (children.isEmpty()) {
      return Optional.empty();
    }
    DefaultConsistencyLevel level = DefaultConsistencyLevel.valueOf(settings.consistency());
    if (children.size() == 1) {
      return Optional.of(((BoundStatement) children.get(0)).setConsistencyLevel(level));
    }
    BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
    batch.addStatements(children);
    return Optional.of(batch.setConsistencyLevel(level).setIdempotence(true).build());
  }

  private void requireYoung(TargetRow row, long now) {
    if (now - row.readMillis() > settings.pageAgeMillis()) {
      throw new StalePageException(now - row.readMillis(), settings.pageAgeMillis());
    }
  }

  private static List<String> keyNames(TableShape shape) {
    return shape.primaryKey().stream().map(Column::name).toList();
  }
}
