package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.BackfillRun;
import dev.rekey.control.BackfillStore;
import dev.rekey.control.EvidenceRecord;
import dev.rekey.control.EvidenceStore;
import dev.rekey.control.MigrationRecord;
import dev.rekey.control.MigrationStore;
import dev.rekey.core.state.Leg;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the two tables in both directions and stores the result as evidence.
 *
 * <p>Two scans and no join: equal sums of digests per bucket prove equal rows; the rows of unequal
 * buckets are looked at one by one, and a difference counts only when it stands ({@link Recheck}).
 */
final class VerifyJob {

  private static final Logger LOG = LoggerFactory.getLogger(VerifyJob.class);

  private final SparkRun spark;
  private final Options options;
  private final PrintStream out;

  VerifyJob(SparkRun spark, Options options, PrintStream out) {
    this.spark = spark;
    this.options = options;
    this.out = out;
  }

  ExitCode run() throws InterruptedException {
    try (CqlSession session = spark.openSession()) {
      RunContext context = RunContext.load(session, options.migration());
      requireDualWrites(context.migration());
      requireRepairable(context.migration());
      KeyInverse inverse = new KeyInverse(context.plan().mapping());
      BackfillStore runs = new BackfillStore(session);
      RunRegister register = new RunRegister(runs, BackfillRun.Kind.VERIFY);
      BackfillRun run = register.open(options, context.migration());
      RunIdentity identity =
          new RunIdentity(options.migration(), run.run(), options.fencingToken());
      try (RunWatch watch =
          new RunWatch(runs, new MigrationStore(session), identity, spark.parallelism())) {
        Instant started = Instant.now();
        TwoTables tables = tables(context, identity, watch);
        Comparison comparison =
            new Comparison(tables, recheck(context, inverse, watch), inverse, options.verify());
        Findings findings = repaired(context, inverse, comparison.run());
        return finish(context, register, run, findings, started);
      } catch (StoppedException e) {
        return register.stopped(run, e);
      }
    }
  }

  private Findings repaired(RunContext context, KeyInverse inverse, Findings findings) {
    if (!options.verify().repair() || findings.differences().isEmpty()) {
      return findings;
    }
    long maxLag = maxLag(context).toMillis();
    Repairer repairer = new Repairer(context, inverse, options, maxLag, Clock.systemUTC());
    return findings.withRepaired(repairer.repair(findings.differences()));
  }

  private Duration maxLag(RunContext context) {
    return options.verify().maxLag().orElse(context.migration().settings().maxLag());
  }

  private TwoTables tables(RunContext context, RunIdentity identity, RunWatch watch) {
    Ring ring = new Ring(context.session());
    int wanted =
        options
            .ranges()
            .orElseGet(
                () -> ring.suitableRanges(context.plan().mapping().source(), spark.parallelism()));
    ScanWork work =
        new ScanWork(spark.connector(), identity, options.settings(), spark.parallelism());
    return new SparkTables(
        spark,
        work,
        watch,
        out,
        ring.divide(context.plan().mapping().source().keyspace(), wanted),
        ring.divide(context.plan().mapping().target().keyspace(), wanted));
  }

  private Recheck recheck(RunContext context, KeyInverse inverse, RunWatch watch) {
    MigrationRecord migration = context.migration();
    return new Recheck(
        KeyReader.of(context, Leg.SOURCE, options.settings()),
        KeyReader.of(context, Leg.TARGET, options.settings()),
        inverse,
        new Recheck.Rules(
            migration.publication().phase().lead(),
            maxLag(context),
            options.verify().toleranceSeconds()),
        watch);
  }

  private ExitCode finish(
      RunContext context,
      RunRegister register,
      BackfillRun run,
      Findings findings,
      Instant started) {
    Report report = new Report(context, options, findings);
    EvidenceRecord evidence = report.evidence(run.run(), started, voided(context));
    new EvidenceStore(context.session()).save(options.migration(), evidence);
    boolean passed =
        evidence.verdict() == EvidenceRecord.Verdict.EQUAL && evidence.voided().isEmpty();
    String summary = report.summary(evidence);
    register.close(
        RunRegister.with(
            run,
            0,
            new BackfillRun.Totals(findings.source().rows() + findings.target().rows(), 0, 0, 0)),
        passed ? BackfillRun.Status.DONE : BackfillRun.Status.FAILED,
        summary);
    out.println("@verify " + summary);
    evidence.samples().forEach(sample -> LOG.warn("{}", sample));
    return passed ? ExitCode.DONE : ExitCode.DIFFERENT;
  }

  /** Why the result must not be believed: something changed under the comparison. */
  private Optional<String> voided(RunContext context) {
    List<String> reasons = new ArrayList<>();
    context.schemaDrift().ifPresent(reasons::add);
    long before = context.migration().publication().epoch();
    long now =
        new MigrationStore(context.session())
            .find(options.migration())
            .map(m -> m.publication().epoch())
            .orElse(-1L);
    if (now != before) {
      reasons.add("the epoch went from %d to %d while it ran".formatted(before, now));
    }
    return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", reasons));
  }

  private void requireRepairable(MigrationRecord migration) {
    boolean sourceLeads = migration.publication().phase().lead() == Leg.SOURCE;
    if (options.verify().repair() && (!sourceLeads || migration.publication().fence().isEmpty())) {
      throw new BackfillRefusedException(
          "Cannot repair migration %s in phase %s: only the target is repaired, while the source leads"
              .formatted(migration.name(), migration.publication().phase()));
    }
  }

  /** Without dual writes the tables drift apart while they are compared. */
  private static void requireDualWrites(MigrationRecord migration) {
    if (!migration.publication().phase().isDual()) {
      throw new BackfillRefusedException(
          "Cannot verify migration %s: in phase %s only one table is written. See `rekey status`."
              .formatted(migration.name(), migration.publication().phase()));
    }
  }
}
