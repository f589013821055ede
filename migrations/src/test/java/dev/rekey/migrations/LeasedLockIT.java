package dev.rekey.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.DriverSessions;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@CassandraTest
final class LeasedLockIT {
  @BeforeAll
  static void createTables(CqlSession session, TestKeyspace keyspace, @TempDir Path empty) {
    Migrations.configure(session)
        .keyspace(keyspace.name())
        .locations(empty.toString())
        .load()
        .migrate();
  }

  @Test
  void oneHolderAtATimeAndTokensOnlyRise(CassandraCluster cluster, TestKeyspace keyspace)
      throws Exception {
    int contenders = 4;
    int rounds = 3;
    AtomicInteger inside = new AtomicInteger();
    List<Long> tokens = new ArrayList<>(); // written under the lock only
    ExecutorService threads = Executors.newFixedThreadPool(contenders);
    try {
      List<Future<?>> results = new ArrayList<>();
      for (int i = 0; i < contenders; i++) {
        results.add(
            threads.submit(
                () -> {
                  try (CqlSession own = DriverSessions.open(cluster)) {
                    LeasedLock lock = LeasedLock.builder(own, keyspace.name(), "contended").build();
                    for (int round = 0; round < rounds; round++) {
                      try (Lease lease = lock.acquire(Duration.ofMinutes(1))) {
                        assertThat(inside.incrementAndGet()).isEqualTo(1);
                        synchronized (tokens) {
                          tokens.add(lease.token());
                        }
                        inside.decrementAndGet();
                      }
                    }
                  }
                }));
      }
      for (Future<?> result : results) {
        result.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(tokens).hasSize(contenders * rounds).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void aLeaseIsRenewedWhileItsProcessLives(CqlSession session, TestKeyspace keyspace) {
    LeasedLock lock =
        LeasedLock.builder(session, keyspace.name(), "renewed")
            .owner("me")
            .lease(Duration.ofSeconds(2))
            .build();
    try (Lease lease = lock.acquire(Duration.ZERO)) {
      var first = lock.holder().orElseThrow();
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> lock.holder().orElseThrow().until().isAfter(first.until().plusSeconds(3)));
      assertThat(lease.isHeld()).isTrue();
      assertThat(first.owner()).isEqualTo("me");
    }
    assertThat(lock.holder()).isEmpty();
  }

  @Test
  void aHolderCutOffFromTheClusterNoticesInTime(CassandraCluster cluster, TestKeyspace keyspace) {
    Duration length = Duration.ofSeconds(3);
    try (CqlSession own = DriverSessions.open(cluster)) {
      LeasedLock lock = LeasedLock.builder(own, keyspace.name(), "cut-off").lease(length).build();
      Lease lease = lock.acquire(Duration.ZERO);
      AtomicReference<LockLostException> lost = new AtomicReference<>();
      lease.onLost(lost::set);
      cluster.node(1).pause();
      try {
        await().atMost(length.multipliedBy(2)).until(() -> !lease.isHeld());
        assertThat(lost.get()).hasMessageContaining("its lease lapsed without a renewal");
      } finally {
        cluster.node(1).resume();
      }
      try (Lease next = lock.acquire(Duration.ofSeconds(30))) {
        assertThat(next.token()).isGreaterThan(lease.token());
        lease.close();
        assertThat(next.isHeld()).isTrue();
        assertThat(lock.holder().orElseThrow().token()).isEqualTo(next.token());
      }
    }
  }
}
