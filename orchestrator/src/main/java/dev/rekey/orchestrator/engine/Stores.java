package dev.rekey.orchestrator.engine;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.BackfillStore;
import dev.rekey.control.EventLog;
import dev.rekey.control.EvidenceStore;
import dev.rekey.control.InstanceRegistry;
import dev.rekey.control.JournalReplayer;
import dev.rekey.control.JournalStore;
import dev.rekey.control.MappingStore;
import dev.rekey.control.MigrationStore;
import java.time.Clock;

/** The control tables, reached through one session. */
public record Stores(
    CqlSession session,
    Clock clock,
    MigrationStore migrations,
    MappingStore mappings,
    InstanceRegistry instances,
    EventLog events,
    JournalStore journal,
    JournalReplayer replayer,
    BackfillStore backfills,
    EvidenceStore evidence) {

  /** Every store; the control keyspace must exist. */
  public static Stores over(CqlSession session, Clock clock) {
    JournalStore journal = new JournalStore(session);
    return new Stores(
        session,
        clock,
        new MigrationStore(session),
        new MappingStore(session),
        new InstanceRegistry(session),
        new EventLog(session),
        journal,
        new JournalReplayer(session, journal, clock),
        new BackfillStore(session),
        new EvidenceStore(session));
  }
}
