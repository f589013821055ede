package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.WriteMode;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;

/** Writes mirrored as two requests. */
@CassandraTest
final class MirroredWritesIT extends MirroredWrites {
  MirroredWritesIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    super(WriteMode.PARALLEL, plain, keyspace, cluster);
  }
}
