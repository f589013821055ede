package dev.rekey.control;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** Results of verifications. */
public final class EvidenceStore {
  private static final String INSERT =
      "INSERT INTO rekey.evidence (migration, id, kind, epoch, verdict, source_rows, target_rows,"
          + " source_digest, target_digest, missing, stale, orphan, ttl_differences, unresolved,"
          + " repaired, samples, started_at, finished_at, expires_at, voided)"
          + " VALUES (?, ?, 'full', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  private static final String VOID =
      "UPDATE rekey.evidence SET voided = ? WHERE migration = ? AND id = ?";
  private static final String SELECT = "SELECT * FROM rekey.evidence WHERE migration = ? LIMIT 100";

  private final ControlStatements statements;

  public EvidenceStore(CqlSession session) {
    this.statements = new ControlStatements(session);
  }

  public void save(String migration, EvidenceRecord evidence) {
    EvidenceRecord.Differences differences = evidence.differences();
    statements.execute(
        INSERT,
        migration,
        evidence.id(),
        evidence.epoch(),
        evidence.verdict().name().toLowerCase(Locale.ROOT),
        evidence.source().rows(),
        evidence.target().rows(),
        evidence.source().digest(),
        evidence.target().digest(),
        differences.missing(),
        differences.stale(),
        differences.orphan(),
        differences.ttl(),
        differences.unresolved(),
        differences.repaired(),
        evidence.samples(),
        evidence.startedAt(),
        evidence.finishedAt(),
        evidence.expiresAt(),
        evidence.voided().orElse(null));
  }

  /** Says why evidence must not be believed any more. */
  public void markVoid(String migration, UUID id, String reason) {
    statements.execute(VOID, reason, migration, id);
  }

  /** The newest evidence of a migration. */
  public Optional<EvidenceRecord> latest(String migration) {
    return list(migration).stream().findFirst();
  }

  /** Up to 100 results, newest first. */
  public List<EvidenceRecord> list(String migration) {
    return statements.execute(SELECT, migration).all().stream()
        .filter(row -> !row.isNull("verdict"))
        .map(EvidenceStore::read)
        .toList();
  }

  private static EvidenceRecord read(Row row) {
    return new EvidenceRecord(
        row.getUuid("id"),
        row.getLong("epoch"),
        EvidenceRecord.Verdict.valueOf(row.getString("verdict").toUpperCase(Locale.ROOT)),
        new EvidenceRecord.Side(row.getLong("source_rows"), row.getString("source_digest")),
        new EvidenceRecord.Side(row.getLong("target_rows"), row.getString("target_digest")),
        new EvidenceRecord.Differences(
            row.getLong("missing"),
            row.getLong("stale"),
            row.getLong("orphan"),
            row.getLong("ttl_differences"),
            row.getLong("unresolved"),
            row.getLong("repaired")),
        row.getList("samples", String.class),
        row.getInstant("started_at"),
        row.getInstant("finished_at"),
        row.getInstant("expires_at"),
        Optional.ofNullable(row.getString("voided")));
  }
}
