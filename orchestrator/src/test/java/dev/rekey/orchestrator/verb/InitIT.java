package dev.rekey.orchestrator.verb;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.orchestrator.cli.RecordingTerminal;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import org.junit.jupiter.api.Test;

/** What {@code init} says where the control keyspace is not what this version would make. */
@CassandraTest
final class InitIT {

  private final CqlSession session;
  private final RecordingTerminal terminal = new RecordingTerminal();

  InitIT(CqlSession session, CassandraCluster cluster) {
    this.session = session;
    terminal.with("REKEY_CONTACT_POINTS", Scene.contactPoint(cluster));
  }

  @Test
  void aRefusalIsSaidOnceAndWithoutATrace() {
    assertThat(terminal.run("init")).isZero();
    Row row = session.execute("SELECT * FROM rekey.schema_history LIMIT 1").one();
    String checksum = row.getString("checksum");
    checksum(row, "another");
    try {
      assertThat(terminal.run("init")).isEqualTo(17);
      assertThat(terminal.err())
          .containsOnlyOnce(row.getString("script"))
          .doesNotContain("Exception", "\tat ")
          .contains("  next: use the version of Rekey that made this control keyspace");
      assertThat(terminal.run("init", "--dry-run")).isEqualTo(17);
      assertThat(terminal.out()).containsOnlyOnce("-- PROBLEM ");
      assertThat(terminal.err()).isEmpty();
    } finally {
      checksum(row, checksum);
    }
    assertThat(terminal.run("init")).isZero();
    assertThat(terminal.out()).contains("is up to date");
  }

  private void checksum(Row row, String checksum) {
    assertThat(
            session
                .execute(
                    SimpleStatement.newInstance(
                        "UPDATE rekey.schema_history SET checksum = ?"
                            + " WHERE chain = ? AND script = ? IF EXISTS",
                        checksum,
                        row.getString("chain"),
                        row.getString("script")))
                .wasApplied())
        .isTrue();
  }
}
