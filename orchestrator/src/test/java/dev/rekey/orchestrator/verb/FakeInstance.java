package dev.rekey.orchestrator.verb;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.InstanceRecord;
import dev.rekey.control.InstanceRegistry;
import dev.rekey.control.LwtOutcome;
import dev.rekey.control.MigrationRecord;
import dev.rekey.control.MigrationStore;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.state.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An application instance without an application: it registers, polls, acknowledges every epoch it
 * sees, and remembers the phases of one migration in the order it saw them.
 */
final class FakeInstance implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(FakeInstance.class);
  private static final Duration LEASE = Duration.ofSeconds(5);
  private static final Duration REQUEST_TIMEOUT = Duration.ofMillis(500);

  private final InstanceRegistry registry;
  private final MigrationStore migrations;
  private final String application;
  private final String migration;
  private final UUID incarnation = UUID.randomUUID();
  private final Instant startedAt = Instant.now();
  private final Map<String, Long> acknowledged = new HashMap<>();
  private final List<Phase> phases = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private volatile boolean deaf;

  private FakeInstance(CqlSession session, String application, String migration) {
    this.registry = new InstanceRegistry(session);
    this.migrations = new MigrationStore(session);
    this.application = application;
    this.migration = migration;
  }

  static FakeInstance start(CqlSession session, String application, String migration) {
    FakeInstance instance = new FakeInstance(session, application, migration);
    LwtOutcome outcome = instance.registry.register(instance.record()).toCompletableFuture().join();
    if (!outcome.isApplied()) {
      throw new IllegalStateException("Cannot register the fake instance: " + outcome);
    }
    instance.executor.scheduleWithFixedDelay(instance::beat, 0, 100, TimeUnit.MILLISECONDS);
    return instance;
  }

  /** Goes on renewing, but acknowledges nothing new. */
  void goDeaf() {
    deaf = true;
  }

  /** Hears again. */
  void listen() {
    deaf = false;
  }

  /** Ends as by kill -9. */
  void die() throws InterruptedException {
    executor.shutdownNow();
    executor.awaitTermination(10, TimeUnit.SECONDS);
  }

  /** Phases of its migration in the order they were seen. */
  List<Phase> phases() {
    return List.copyOf(phases);
  }

  @Override
  public void close() throws InterruptedException {
    die();
    registry.close(record(), Instant.now()).toCompletableFuture().join();
  }

  /** A server that is slow for once must not end the beats. */
  private void beat() {
    try {
      pollAndRenew();
    } catch (CompletionException e) {
      LOG.warn("Fake instance {} missed a beat: {}", application, e.toString());
    }
  }

  private void pollAndRenew() {
    if (!deaf) {
      for (MigrationRecord record : migrations.poll().toCompletableFuture().join()) {
        acknowledged.put(record.name(), record.publication().epoch());
        Phase phase = record.publication().phase();
        if (!record.name().equals(migration)) {
          continue;
        }
        if (phases.isEmpty() || phases.get(phases.size() - 1) != phase) {
          phases.add(phase);
        }
      }
    }
    registry.renew(record()).toCompletableFuture().join();
  }

  private InstanceRecord record() {
    Instant now = Instant.now();
    return new InstanceRecord(
        incarnation,
        new InstanceRecord.Process(application, "localhost", 1, "test", KeyMapping.KNOWN_FORMATS),
        InstanceRecord.Status.LIVE,
        new InstanceRecord.Lease(now.plus(LEASE), LEASE, REQUEST_TIMEOUT),
        TimeUnit.MILLISECONDS.toMicros(now.toEpochMilli()),
        acknowledged,
        Map.of(),
        startedAt,
        Optional.empty());
  }
}
