package dev.rekey.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.BucketStore;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.ListedDelete;
import dev.rekey.core.state.Leg;
import dev.rekey.core.token.TokenRanges;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A copied row and a delete of its whole partition that did not find the row's bucket. */
@CassandraTest
final class BucketIndexCopyIT {
  private static final long DELETED_AT = 1_700_000_000_000_000L;

  private final CqlSession session;
  private final CopyBench bench;

  BucketIndexCopyIT(CqlSession session, TestKeyspace keyspace) {
    this.session = session;
    this.bench = new CopyBench(session, keyspace.name());
  }

  @Test
  void aDeleteFromBeforeTheBucketHoldsForTheRowThatIsCopiedAfterIt() throws InterruptedException {
    CopyPlan plan = prepare("held");

    bench.copier(plan).copy(TokenRanges.WHOLE);

    assertThat(bench.rows("SELECT k, c, v FROM KS.held_new")).containsExactly("1|200|newer");
    assertThat(bench.rows("SELECT k, decade FROM KS.held_new_buckets WHERE k = 1"))
        .containsExactly("1|0", "1|100", "1|200");
  }

  @Test
  void negativeControlWithoutTheNotedDeleteTheRowComesBack() throws InterruptedException {
    CopyPlan plan = prepare("lost");
    bench.run("TRUNCATE KS.lost_new_deletes");

    bench.copier(plan).copy(TokenRanges.WHOLE);

    assertThat(bench.rows("SELECT k, c, v FROM KS.lost_new WHERE k = 1 AND decade = 100"))
        .containsExactly("1|100|gone");
  }

  @Test
  void aRowWhoseBucketIsNotInTheIndexFailsTheVerification() throws InterruptedException {
    CopyPlan plan = prepare("checked");
    bench.copier(plan).copy(TokenRanges.WHOLE);
    assertThatCode(() -> scan(plan)).doesNotThrowAnyException();

    bench.run("DELETE FROM KS.checked_new_buckets WHERE k = 1 AND decade = 200");

    assertThatThrownBy(() -> scan(plan))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Cannot trust the bucket index")
        .hasMessageContaining("checked_new_buckets");
  }

  private void scan(CopyPlan plan) throws InterruptedException {
    new RangeScanner(session, plan, Leg.TARGET, CopySettings.DEFAULT, CopyBench.OPEN, new Meter())
        .scan(TokenRanges.WHOLE, row -> {});
  }

  /**
   * The source as the copy reads it, and the delete as the application's instance executed it in
   * the target meanwhile: only one bucket was known.
   */
  private CopyPlan prepare(String table) {
    bench.run(
        "CREATE TABLE KS.%s (k int, c bigint, v text, PRIMARY KEY (k, c))".formatted(table),
        ("CREATE TABLE KS.%s_new (k int, decade bigint, c bigint, v text,"
                + " PRIMARY KEY ((k, decade), c))")
            .formatted(table),
        "CREATE TABLE KS.%s_new_buckets (k int, decade bigint, PRIMARY KEY (k, decade))"
            .formatted(table),
        ("CREATE TABLE KS.%s_new_deletes (k int, rekey_id timeuuid, rekey_micros bigint,"
                + " rekey_cql text, rekey_values blob, PRIMARY KEY (k, rekey_id))")
            .formatted(table));
    insert(table, 0, "gone", DELETED_AT - 2);
    insert(table, 100, "gone", DELETED_AT - 1);
    insert(table, 200, "newer", DELETED_AT + 1);
    KeyMapping mapping =
        bench.mapping(table, table + "_new", Map.of("decade", "bucket(c, 100)")).indexed();
    BucketStore.await(
        new BucketStore(session, mapping)
            .delete(
                List.of(ByteBuffer.allocate(4).putInt(0, 1)),
                new ListedDelete(
                    "DELETE FROM %s WHERE k = 1 AND decade = ?"
                        .formatted(mapping.target().qualifiedName()),
                    List.of(new ListedDelete.OfBucket("decade"))),
                DELETED_AT));
    return CopyPlan.of(mapping, ServerVersions.elementTimes(session), type -> List.of());
  }

  private void insert(String table, long c, String v, long micros) {
    bench.run(
        "INSERT INTO KS.%s (k, c, v) VALUES (1, %d, '%s') USING TIMESTAMP %d"
            .formatted(table, c, v, micros));
  }
}
