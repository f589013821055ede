package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.rekey.control.BackfillRun;
import dev.rekey.control.BackfillStore;
import dev.rekey.control.MigrationRecord;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens, continues and closes the stored runs of one kind. */
final class RunRegister {

  private static final Logger LOG = LoggerFactory.getLogger(RunRegister.class);

  private final BackfillStore runs;
  private final BackfillRun.Kind kind;

  RunRegister(BackfillStore runs, BackfillRun.Kind kind) {
    this.runs = runs;
    this.kind = kind;
  }

  BackfillStore runs() {
    return runs;
  }

  /**
   * The run to work on: the one asked for, else the newest unfinished one of the kind, else a new
   * one.
   *
   * @throws StoppedException if the migration has another owner by now
   * @throws BackfillRefusedException if the run asked for cannot be continued
   */
  BackfillRun open(Options options, MigrationRecord migration) {
    long owner = migration.ownership().fencingToken();
    if (owner != options.fencingToken()) {
      throw new StoppedException(
          ExitCode.FENCED_OUT,
          "Cannot start under fencing token %d: migration %s is owned under %d. Look at `rekey status`."
              .formatted(options.fencingToken(), migration.name(), owner));
    }
    long fence = migration.publication().fence().orElse(0);
    Optional<BackfillRun> known =
        options.run().isPresent()
            ? runs.find(migration.name(), options.run().get())
            : newestUnfinished(migration.name(), fence);
    if (known.isEmpty()) {
      BackfillRun created = create(options, migration.name(), fence);
      runs.create(created);
      return created;
    }
    requireContinuable(known.get(), fence);
    runs.takeOver(migration.name(), known.get().run(), options.fencingToken());
    return runs.find(migration.name(), known.get().run()).orElseThrow();
  }

  private Optional<BackfillRun> newestUnfinished(String migration, long fence) {
    // A verification looks at the tables as they are: it has nothing to continue.
    return runs.runs(migration).stream()
        .filter(run -> kind == BackfillRun.Kind.COPY && run.kind() == kind)
        .filter(run -> run.fence() == fence)
        .filter(run -> unfinished(run.status()))
        .findFirst();
  }

  private static boolean unfinished(BackfillRun.Status status) {
    return switch (status) {
      case RUNNING, PAUSED, FAILED -> true;
      case DONE, ABORTED -> false;
    };
  }

  private BackfillRun create(Options options, String migration, long fence) {
    UUID id = options.run().orElseGet(Uuids::timeBased);
    return new BackfillRun(
        migration,
        id,
        kind,
        BackfillRun.Status.RUNNING,
        new BackfillRun.Order(BackfillRun.Request.RUN, OptionalLong.empty()),
        options.fencingToken(),
        fence,
        0,
        BackfillRun.Totals.ZERO,
        Optional.empty(),
        Instant.now(),
        Optional.empty());
  }

  /** Ranges finished under another fence do not count: writes may have been missed in between. */
  private void requireContinuable(BackfillRun run, long fence) {
    if (run.kind() != kind) {
      throw new BackfillRefusedException(
          "Cannot continue run %s: it is a %s run".formatted(run.run(), run.kind()));
    }
    if (run.fence() != fence) {
      throw new BackfillRefusedException(
          "Cannot continue run %s: its fence is %d, the migration's is %d by now. Start a new run."
              .formatted(run.run(), run.fence(), fence));
    }
  }

  /** Stores the end of a run. */
  void close(BackfillRun run, BackfillRun.Status status, String message) {
    runs.report(
        new BackfillRun(
            run.migration(),
            run.run(),
            run.kind(),
            status,
            run.order(),
            run.fencingToken(),
            run.fence(),
            run.rangesTotal(),
            run.totals(),
            Optional.of(message),
            run.startedAt(),
            Optional.of(Instant.now())));
  }

  /** Stores that a run was stopped, unless it belongs to someone else by now. */
  ExitCode stopped(BackfillRun run, StoppedException why) {
    LOG.warn("{}", why.getMessage());
    if (why.exitCode() == ExitCode.ABORTED) {
      close(run, BackfillRun.Status.ABORTED, why.getMessage());
    }
    return why.exitCode();
  }

  static BackfillRun with(BackfillRun run, int ranges, BackfillRun.Totals totals) {
    return new BackfillRun(
        run.migration(),
        run.run(),
        run.kind(),
        run.status(),
        run.order(),
        run.fencingToken(),
        run.fence(),
        ranges,
        totals,
        run.message(),
        run.startedAt(),
        run.finishedAt());
  }
}
