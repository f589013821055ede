package dev.rekey.demo;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.rekey.control.MigrationRecord;
import dev.rekey.control.MigrationStore;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Says in which phase the application is, by the control table, looked at five times a second. It
 * labels measurements; nothing is decided by it.
 */
final class PhaseWatch implements AutoCloseable {
  private static final long EVERY_MILLIS = 200;
  private static final String BEFORE = "SOURCE";

  private final CqlSession session;
  private final String migration;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "phase-watch");
            thread.setDaemon(true);
            return thread;
          });
  private volatile String phase = BEFORE;
  private volatile String activity = "";

  PhaseWatch(CqlSession session, String migration) {
    this.session = session;
    this.migration = migration;
  }

  void start() {
    var unused =
        clock.scheduleWithFixedDelay(this::look, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    try {
      phase = find().map(record -> record.publication().phase().name()).orElse(BEFORE);
    } catch (DriverException e) {
      // The label stays as it was; a server that cannot answer this will be noticed elsewhere.
    }
  }

  /** The migration as stored; empty before it was started. */
  Optional<MigrationRecord> find() {
    boolean installed = session.getMetadata().getKeyspace("rekey").isPresent();
    return installed ? new MigrationStore(session).find(migration) : Optional.empty();
  }

  /** What runs beside the application, for example a copy; empty if nothing does. */
  void beside(String newActivity) {
    activity = newActivity;
  }

  /** For example {@code DUAL} or {@code DUAL, backfill}. */
  String label() {
    String beside = activity;
    return beside.isEmpty() ? phase : phase + ", " + beside;
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
