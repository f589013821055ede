package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.WriteMode;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;

/** What happens when one of two requests fails. */
@CassandraTest
final class FailingLegsIT extends FailingLegs {
  FailingLegsIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    super(WriteMode.PARALLEL, plain, keyspace, cluster);
  }
}
