package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.rekey.control.BackfillRun;
import dev.rekey.control.BackfillStore;
import dev.rekey.control.ControlSchema;
import dev.rekey.control.MappingStore;
import dev.rekey.control.MigrationRecord;
import dev.rekey.control.MigrationSettings;
import dev.rekey.control.MigrationStore;
import dev.rekey.control.Publication;
import dev.rekey.control.RowMarker;
import dev.rekey.control.TableName;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.migrations.Migrations;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** Puts into the control keyspace what the orchestrator would have put there. */
final class ControlFixture {

  static final long TOKEN = 7;

  private final CqlSession session;

  ControlFixture(CqlSession session) {
    this.session = session;
    Migrations.configure(session)
        .keyspace(ControlSchema.KEYSPACE)
        .locations("classpath:" + ControlSchema.SCRIPTS)
        .load()
        .migrate();
  }

  /** A migration that writes to both tables, with its fence just now. */
  MigrationRecord dualWriting(KeyMapping mapping) {
    new MappingStore(session).save(mapping);
    MigrationRecord record = record(mapping);
    new MigrationStore(session).remove(record);
    new MigrationStore(session).create(record);
    return record;
  }

  private static MigrationRecord record(KeyMapping mapping) {
    Instant now = Instant.now();
    return new MigrationRecord(
        mapping.migration(),
        MigrationState.BACKFILLING,
        new Publication(Phase.DUAL, 2, OptionalLong.of(now.toEpochMilli() * 1000)),
        new TableName(mapping.source().keyspace(), mapping.source().table()),
        new TableName(mapping.target().keyspace(), mapping.target().table()),
        new MigrationRecord.MappingReference(mapping.checksum(), KeyMapping.FORMAT_VERSION, "none"),
        new MigrationSettings(
            1, Duration.ofSeconds(3), Duration.ofMillis(500), Duration.ZERO, RowMarker.INSERT),
        new MigrationRecord.Ownership("test", TOKEN),
        Optional.empty(),
        Optional.empty(),
        now,
        now);
  }

  /** A run that a process can be told to take. */
  BackfillRun run(MigrationRecord migration, BackfillRun.Order order) {
    BackfillRun run =
        new BackfillRun(
            migration.name(),
            Uuids.timeBased(),
            BackfillRun.Kind.COPY,
            BackfillRun.Status.RUNNING,
            order,
            TOKEN,
            migration.publication().fence().orElseThrow(),
            0,
            BackfillRun.Totals.ZERO,
            Optional.empty(),
            Instant.now(),
            Optional.empty());
    runs().create(run);
    return run;
  }

  BackfillStore runs() {
    return new BackfillStore(session);
  }

  BackfillRun stored(String migration, UUID run) {
    return runs().find(migration, run).orElseThrow();
  }
}
