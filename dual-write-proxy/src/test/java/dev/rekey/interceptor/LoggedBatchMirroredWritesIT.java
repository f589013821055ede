package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.WriteMode;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;

/** Writes mirrored in one logged batch. */
@CassandraTest
final class LoggedBatchMirroredWritesIT extends MirroredWrites {
  LoggedBatchMirroredWritesIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    super(WriteMode.LOGGED_BATCH, plain, keyspace, cluster);
  }
}
