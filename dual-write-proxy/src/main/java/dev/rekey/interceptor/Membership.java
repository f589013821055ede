package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.InstanceRecord;
import dev.rekey.control.InstanceRegistry;
import dev.rekey.control.JournalStore;
import dev.rekey.control.LwtOutcome;
import dev.rekey.control.MappingStore;
import dev.rekey.control.MigrationStore;
import dev.rekey.core.mapping.KeyMapping;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * This process's row in the fleet registry, under one incarnation. A row that another has declared
 * dead is never renewed: the process registers anew, with a new incarnation.
 */
final class Membership {
  /** How much longer than its timeout the driver may take to end a request. */
  private static final Duration SETTLING_MARGIN = Duration.ofMillis(250);

  private final InstanceRegistry registry;
  private final MigrationStore migrations;
  private final Views views;
  private final JournalStore journal;
  private final FleetState state;
  private final Statistics statistics;
  private final InstanceRecord.Process process;
  private final Duration requestTimeout;
  private final Instant startedAt = Instant.now();
  private UUID incarnation = UUID.randomUUID();
  private Map<String, Long> reported = Map.of();

  Membership(
      CqlSession bypass,
      FleetState state,
      Statistics statistics,
      RekeyOptions options,
      Duration requestTimeout) {
    this.registry = new InstanceRegistry(bypass);
    this.migrations = new MigrationStore(bypass);
    this.views =
        new Views(
            state,
            new MappingStore(bypass)::load,
            System::nanoTime,
            requestTimeout.plus(SETTLING_MARGIN));
    this.journal = new JournalStore(bypass);
    this.state = state;
    this.statistics = statistics;
    this.requestTimeout = requestTimeout;
    this.process =
        new InstanceRecord.Process(
            options.application(),
            host(),
            ProcessHandle.current().pid(),
            Optional.ofNullable(Membership.class.getPackage().getImplementationVersion())
                .orElse("development"),
            KeyMapping.KNOWN_FORMATS);
  }

  /**
   * Registers a new incarnation, then reads the phases, then takes up the lease: in this order,
   * either this process sees a publication or the publisher sees this process.
   *
   * @param requests whether the application may have sent requests already
   * @throws IllegalStateException if the registration was not surely applied
   */
  void join(Requests requests) {
    Lease.Moment sent = register();
    readPhases(requests);
    state.lease().renewedAt(sent);
  }

  /** Returns the moment at which the lease that the row tells of began. */
  Lease.Moment register() {
    incarnation = UUID.randomUUID();
    reported = Map.of();
    Lease.Moment sent = state.lease().now();
    LwtOutcome outcome = registry.register(record(sent)).toCompletableFuture().join();
    if (!outcome.isApplied()) {
      throw new IllegalStateException(
          "Cannot register with the fleet: the outcome is %s".formatted(outcome));
    }
    return sent;
  }

  void readPhases(Requests requests) {
    if (requests == Requests.NONE_YET) {
      views.applyBeforeFirstRequest(migrations.all());
    } else {
      views.apply(migrations.all());
    }
  }

  /** Whether the application may have sent requests already. */
  enum Requests {
    NONE_YET,
    MAYBE
  }

  void poll() {
    views.apply(migrations.poll().toCompletableFuture().join());
  }

  /** What became of a renewal. */
  enum Renewal {
    RENEWED,
    /** The row is no longer ours: register anew. */
    REFUSED,
    /** Try again; the lease runs on from the last success. */
    UNKNOWN
  }

  Renewal renew() {
    Lease.Moment sent = state.lease().now();
    InstanceRecord record = record(sent);
    LwtOutcome outcome = registry.renew(record).toCompletableFuture().join();
    if (outcome.isApplied()) {
      reported = record.acknowledged();
      state.lease().renewedAt(sent);
      return Renewal.RENEWED;
    }
    return outcome.isUnknown() ? Renewal.UNKNOWN : Renewal.REFUSED;
  }

  /** Whether an epoch can be acknowledged that the registry does not know of yet. */
  boolean hasNews() {
    return views.drained().entrySet().stream()
        .anyMatch(drained -> !drained.getValue().equals(reported.get(drained.getKey())));
  }

  /** Says goodbye; nothing of this process may be in flight any more. */
  void close() {
    registry.close(record(state.lease().now()), Instant.now()).toCompletableFuture().join();
  }

  Views views() {
    return views;
  }

  JournalStore journal() {
    return journal;
  }

  UUID incarnation() {
    return incarnation;
  }

  private InstanceRecord record(Lease.Moment sent) {
    Lease lease = state.lease();
    return new InstanceRecord(
        incarnation,
        process,
        InstanceRecord.Status.LIVE,
        new InstanceRecord.Lease(lease.endIfRenewedAt(sent), lease.length(), requestTimeout),
        state.timestamps().clockMicros(),
        // Before the counters: what an acknowledged epoch has torn must be told with it.
        views.drained(),
        counters(),
        startedAt,
        Optional.empty());
  }

  private Map<String, Long> counters() {
    Map<String, Long> counters = new TreeMap<>();
    for (Statistics.Count count : Statistics.Count.values()) {
      statistics
          .byMigration(count)
          .forEach(
              (name, value) ->
                  counters.put(name + "/" + count.name().toLowerCase(Locale.ROOT), value));
    }
    statistics
        .lastTorn()
        .forEach((name, millis) -> counters.put(name + "/" + InstanceRecord.LAST_TORN, millis));
    counters.putAll(statistics.shadowCounters());
    return counters;
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
