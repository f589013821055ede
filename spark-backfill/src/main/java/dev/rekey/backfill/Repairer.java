package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.state.Leg;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Makes keys that surely differ equal to the source, while the source leads.
 *
 * <p>Two-sided: live cells of the source are written with their own writetimes, and cells or rows
 * that only the target has are deleted at <em>their own</em> writetime, after the source was read
 * again. Such a tombstone wins the tie and cannot hurt anything newer. What that cannot make equal
 * (a cell that is newer in the target) stays reported.
 */
final class Repairer {

  private final CqlSession session;
  private final CopyPlan plan;
  private final KeyReader source;
  private final KeyReader target;
  private final KeyInverse inverse;
  private final CopyRules rules;
  private final VerifySettings settings;
  private final CopySettings copySettings;
  private final long maxLagMillis;
  private final Clock clock;
  private final WriteGroups groups;
  private final TargetStatements statements;
  private final BucketOpener opener;

  Repairer(
      RunContext context, KeyInverse inverse, Options options, long maxLagMillis, Clock clock) {
    this(
        context.session(),
        context.plan(),
        inverse,
        new CopyRules(
            context.migration().publication().fence().orElseThrow(),
            context.migration().settings().rowMarker(),
            WriteTimes.EXACT),
        options.settings(),
        options.verify(),
        maxLagMillis,
        clock);
  }

  Repairer(
      CqlSession session,
      CopyPlan plan,
      KeyInverse inverse,
      CopyRules rules,
      CopySettings copySettings,
      VerifySettings settings,
      long maxLagMillis,
      Clock clock) {
    this.session = session;
    this.plan = plan;
    this.inverse = inverse;
    this.rules = rules;
    this.copySettings = copySettings;
    this.settings = settings;
    this.maxLagMillis = maxLagMillis;
    this.clock = clock;
    this.source = new KeyReader(session, plan, Leg.SOURCE, copySettings, clock);
    this.target = new KeyReader(session, plan, Leg.TARGET, copySettings, clock);
    this.groups = new WriteGroups(rules.fence(), rules.rowMarker(), plan.slots());
    this.statements =
        new TargetStatements(session, plan.mapping().target(), plan.slots(), rules.times());
    this.opener = new BucketOpener(session, plan.mapping());
  }

  /** The keys that are equal now, read back after the repair. */
  Set<Candidate> repair(Map<Candidate, Findings.Finding> differences) {
    Set<Candidate> repaired = new HashSet<>();
    for (Candidate candidate : differences.keySet()) {
      Optional<List<ByteBuffer>> place =
          candidate.strayKey().isPresent()
              ? candidate.strayKey()
              : inverse.placeOf(candidate.sourceKey());
      if (place.isPresent()) {
        repair(candidate, place.get());
        if (differenceNow(candidate, place.get()).isEmpty()) {
          repaired.add(candidate);
        }
      }
    }
    return repaired;
  }

  private Optional<Difference> differenceNow(Candidate candidate, List<ByteBuffer> place) {
    return new Observation(
            read(source, candidate.sourceKey()),
            read(target, place),
            true,
            candidate.strayKey().isPresent(),
            0)
        .difference(settings.toleranceSeconds());
  }

  private void repair(Candidate candidate, List<ByteBuffer> place) {
    Optional<RowImage> there = read(target, place).image();
    Optional<RowImage> truth = read(source, candidate.sourceKey()).image();
    if (truth.isEmpty() || candidate.strayKey().isPresent()) {
      there.ifPresent(orphan -> deleteRow(place, orphan));
      return;
    }
    Set<Object> alive = new HashSet<>();
    truth.get().cells().forEach(cell -> alive.add(identity(cell)));
    for (Cell cell : there.map(RowImage::cells).orElse(List.of())) {
      if (!alive.contains(identity(cell))) {
        deleteCell(place, cell);
      }
    }
    opener.open(List.of(truth.get().inputs()));
    long now = clock.millis();
    for (WriteGroup group : groups.of(truth.get().cells())) {
      statements.bind(place, group, now).ifPresent(this::execute);
    }
  }

  /** A row without a readable writetime was copied, so it stands just below the fence. */
  private void deleteRow(List<ByteBuffer> key, RowImage orphan) {
    OptionalLong newest = orphan.cells().stream().flatMapToLong(c -> c.writetime().stream()).max();
    long at = newest.orElse(rules.fence() - 1);
    if (old(at)) {
      TableShape table = plan.mapping().target();
      execute(
          session.prepare(
              "DELETE FROM %s USING TIMESTAMP ? WHERE %s"
                  .formatted(table.qualifiedName(), Cql.equalities(keyNames(table)))),
          at,
          Optional.empty(),
          key);
    }
  }

  private void deleteCell(List<ByteBuffer> key, Cell cell) {
    long at = cell.writetime().orElse(rules.fence() - 1);
    if (!old(at)) {
      return;
    }
    TableShape table = plan.mapping().target();
    Slot slot = plan.slots().get(cell.slot());
    execute(
        session.prepare(
            "DELETE %s FROM %s USING TIMESTAMP ? WHERE %s"
                .formatted(selector(slot), table.qualifiedName(), Cql.equalities(keyNames(table)))),
        at,
        elementKey(slot, cell),
        key);
  }

  /** A statement of that time may still be under way; next time it is older. */
  private boolean old(long micros) {
    return micros <= (clock.millis() - maxLagMillis) * 1000;
  }

  private static String selector(Slot slot) {
    String name = Cql.quoted(slot.column());
    return switch (slot.form()) {
      case ATOMIC -> name;
      case SET, MAP -> name + "[?]";
      case USER_TYPE -> name + "." + Cql.quoted(slot.field().orElseThrow());
      case LIST, COUNTER ->
          throw new IllegalStateException(
              "Cannot delete from column " + slot.column() + ": a " + slot.form());
    };
  }

  private static Optional<ByteBuffer> elementKey(Slot slot, Cell cell) {
    return switch (slot.form()) {
      case SET, MAP -> Optional.of(CollectionBytes.firstPart(cell.value()));
      case ATOMIC, USER_TYPE, LIST, COUNTER -> Optional.empty();
    };
  }

  private Object identity(Cell cell) {
    Slot slot = plan.slots().get(cell.slot());
    return elementKey(slot, cell).<Object>map(key -> List.of(cell.slot(), key)).orElse(cell.slot());
  }

  private void execute(
      PreparedStatement delete,
      long timestamp,
      Optional<ByteBuffer> element,
      List<ByteBuffer> key) {
    BoundStatementBuilder builder = delete.boundStatementBuilder();
    int index = 0;
    if (element.isPresent()) {
      builder = builder.setBytesUnsafe(index++, element.get());
    }
    builder = builder.setLong(index++, timestamp);
    for (ByteBuffer part : key) {
      builder = builder.setBytesUnsafe(index++, part);
    }
    execute(builder.setIdempotence(true).build());
  }

  private void execute(BoundStatement statement) {
    session.execute(
        statement.setConsistencyLevel(DefaultConsistencyLevel.valueOf(copySettings.consistency())));
  }

  private static Sighting read(KeyReader reader, List<ByteBuffer> key) {
    return reader.read(key).toCompletableFuture().join();
  }

  private static List<String> keyNames(TableShape table) {
    return table.primaryKey().stream().map(Column::name).toList();
  }
}
