package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.WriteMode;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;

/** What happens when one table makes the batch over both fail. */
@CassandraTest
final class LoggedBatchFailingLegsIT extends FailingLegs {
  LoggedBatchFailingLegsIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    super(WriteMode.LOGGED_BATCH, plain, keyspace, cluster);
  }
}
