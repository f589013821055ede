package dev.rekey.control;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The append-only history of migrations, one partition a month. */
public final class EventLog {
  private static final String INSERT =
      "INSERT INTO rekey.event (migration, month, id, kind, who, host, command, from_state,"
          + " to_state, message, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  private static final String SELECT =
      "SELECT * FROM rekey.event WHERE migration = ? AND month = ?";

  /** No migration's history is read over more months than this. */
  private static final int MAX_MONTHS = 120;

  private final ControlStatements statements;

  public EventLog(CqlSession session) {
    this.statements = new ControlStatements(session);
  }

  /** Appends an event; its time is taken from a new time-based id. */
  public void append(String migration, EventRecord event) {
    statements.execute(
        INSERT,
        migration,
        month(event.at()).toString(),
        Uuids.timeBased(),
        event.kind(),
        event.origin().who(),
        event.origin().host(),
        event.origin().command(),
        event.fromState().orElse(null),
        event.toState().orElse(null),
        event.message(),
        event.detail());
  }

  /** Every event from the month of {@code since} to the month of {@code now}, oldest first. */
  public List<EventRecord> list(String migration, Instant since, Instant now) {
    List<EventRecord> events = new ArrayList<>();
    YearMonth month = month(since);
    for (int i = 0; i < MAX_MONTHS && !month.isAfter(month(now)); i++) {
      for (Row row : statements.execute(SELECT, migration, month.toString())) {
        events.add(read(row));
      }
      month = month.plusMonths(1);
    }
    return List.copyOf(events);
  }

  private static YearMonth month(Instant at) {
    return YearMonth.from(at.atZone(ZoneOffset.UTC));
  }

  private static EventRecord read(Row row) {
    return new EventRecord(
        Instant.ofEpochMilli(Uuids.unixTimestamp(row.getUuid("id"))),
        row.getString("kind"),
        new EventRecord.Origin(
            row.getString("who"), row.getString("host"), row.getString("command")),
        Optional.ofNullable(row.getString("from_state")),
        Optional.ofNullable(row.getString("to_state")),
        row.getString("message"),
        row.getMap("detail", String.class, String.class));
  }
}
