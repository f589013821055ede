package dev.rekey.migrations;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates what the lock and the history need before there is a lock: the keyspace and two tables.
 * Several runners may do so at once; all is {@code IF NOT EXISTS}, and goes to one node.
 */
final class Bootstrap {
  private static final Logger LOG = LoggerFactory.getLogger(Bootstrap.class);

  private final Settings settings;
  private final String keyspace;

  Bootstrap(Settings settings) {
    this.settings = settings;
    this.keyspace = CqlIdentifier.fromInternal(settings.keyspace()).asCql(true);
  }

  /** The statements that are still missing, in order; none when all is there. */
  List<String> missing() {
    List<String> statements = new ArrayList<>();
    if (!exists("keyspaces", "keyspace_name = ?", settings.keyspace())) {
      statements.add(createKeyspace());
    }
    if (!tableExists("lock")) {
      statements.add(createLock());
    }
    if (!tableExists("schema_history")) {
      statements.add(createHistory());
    }
    return statements;
  }

  boolean historyExists() {
    return tableExists("schema_history");
  }

  List<String> run(Ddl ddl) {
    List<String> statements = missing();
    for (String statement : statements) {
      LOG.info("{}", statement);
      ddl.changeSchema(statement);
      ddl.awaitAgreement();
    }
    return statements;
  }

  private boolean tableExists(String table) {
    return exists("tables", "keyspace_name = ? AND table_name = ?", settings.keyspace(), table);
  }

  private boolean exists(String table, String where, Object... values) {
    CqlSession session = settings.session();
    return session
            .execute(
                SimpleStatement.newInstance(
                        "SELECT keyspace_name FROM system_schema." + table + " WHERE " + where,
                        values)
                    .setTimeout(settings.statementTimeout())
                    .setIdempotent(true))
            .one()
        != null;
  }

  private String createKeyspace() {
    Map<String, String> replication =
        settings
            .replication()
            .orElseGet(
                () -> Replication.forNodes(settings.session().getMetadata().getNodes().values()));
    return "CREATE KEYSPACE IF NOT EXISTS "
        + keyspace
        + " WITH replication = "
        + Replication.cql(replication);
  }

  private String createLock() {
    return "CREATE TABLE IF NOT EXISTS "
        + keyspace
        + ".lock (name text PRIMARY KEY, fencing_token bigint, beat bigint, holder uuid, owner text,"
        + " until timestamp, lease_millis bigint)"
        + " WITH comment = 'Leased locks; written by lightweight transactions only'";
  }

  private String createHistory() {
    return "CREATE TABLE IF NOT EXISTS "
        + keyspace
        + ".schema_history (chain text, script text, fence bigint static, kind text, version text,"
        + " title text, checksum text, statements int, done int, done_checksum text, running int,"
        + " status text, rank int, applied_by text, fencing_token bigint, started_at timestamp,"
        + " finished_at timestamp, error text, revision bigint, PRIMARY KEY (chain, script))"
        + " WITH comment = 'Applied scripts; written by lightweight transactions only'";
  }
}
