package dev.rekey.orchestrator.verb;

import dev.rekey.control.LwtOutcome;
import dev.rekey.control.MigrationRecord;
import dev.rekey.control.MigrationSettings;
import dev.rekey.control.Publication;
import dev.rekey.control.TableName;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.state.MigrationState;
import dev.rekey.core.state.Phase;
import dev.rekey.core.state.TransitionTable;
import dev.rekey.core.state.Verb;
import dev.rekey.migrations.Lease;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import dev.rekey.orchestrator.engine.Claim;
import dev.rekey.orchestrator.guard.Guard;
import dev.rekey.orchestrator.guard.GuardResult;
import dev.rekey.orchestrator.guard.NodesUpGuard;
import dev.rekey.orchestrator.guard.SchemaAgreementGuard;
import dev.rekey.orchestrator.guard.TablesGuard;
import dev.rekey.orchestrator.plan.Plan;
import dev.rekey.orchestrator.plan.TableSchema;
import dev.rekey.orchestrator.plan.TargetTable;
import dev.rekey.orchestrator.plan.Verdict;
import dev.rekey.orchestrator.spec.Spec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Stores the plan, then creates the target. */
public final class StartVerb {

  private static final String INTENT = "create-target";
  private static final Duration LEASE = Duration.ofSeconds(10);

  private final VerbContext context;
  private final Plan plan;
  private final String specFile;

  /** Starts what was planned against the live cluster. */
  public StartVerb(VerbContext context, Plan plan, String specFile) {
    this.context = context;
    this.plan = plan;
    this.specFile = specFile;
  }

  /** Runs the verb. */
  public ExitCode run() {
    Spec spec = plan.spec();
    Optional<MigrationRecord> existing = context.stores().migrations().find(spec.name());
    existing.ifPresent(this::requireSame);
    if (existing.isPresent() && existing.get().state() != MigrationState.PLANNED) {
      MigrationRecord record = existing.get();
      if (record.state() != MigrationState.TARGET_CREATED) {
        TransitionTable.require(record.state(), Verb.START);
      }
      say("Done already: %s is %s.".formatted(spec.name(), record.state()));
      say("Next: " + NextCommand.after(record));
      return ExitCode.DONE;
    }
    requirePlan();
    List<Guard> guards = guards(existing);
    if (context.mode() == VerbContext.Mode.DRY_RUN) {
      return dryRun(guards);
    }
    say("Guards of start:");
    Guards.require(guards, "start", context.narrator());
    String owner = context.origin().who() + "@" + context.origin().host();
    Lease lease = Claim.lock(context.stores(), spec.name(), owner, context.timing());
    try (Claim claim = claim(lease, owner)) {
      if (claim.record().state() == MigrationState.PLANNED) {
        createTarget(claim);
        claim.move(
            MigrationState.TARGET_CREATED,
            "target created",
            Map.of("target", plan.mapping().target().qualifiedName()));
      }
      say("%s is %s.".formatted(spec.name(), claim.record().state()));
      say("Next: " + NextCommand.after(claim.record()));
    }
    return ExitCode.DONE;
  }

  private void requireSame(MigrationRecord record) {
    if (record.state().isFinal()) {
      throw new RekeyException(
          ExitCode.REFUSED,
          "Cannot start %s: a migration of that name has ended (%s)"
              .formatted(record.name(), record.state()),
          "give the spec another name under 'rekey:'");
    }
    boolean same =
        record.mapping().specChecksum().equals(plan.spec().checksum())
            || record.mapping().checksum().equals(plan.mapping().checksum());
    if (!same) {
      throw new RekeyException(
          ExitCode.REFUSED,
          "Cannot start %s: it runs with another spec already (state %s, checksum %s, this file has %s)"
              .formatted(
                  record.name(),
                  record.state(),
                  record.mapping().specChecksum().substring(0, 12),
                  plan.spec().checksum().substring(0, 12)),
          "go on with the stored spec, roll it back, or give this spec another name");
    }
  }

  private void requirePlan() {
    List<Verdict> refusals = plan.refusals();
    if (!refusals.isEmpty()) {
      throw new RekeyException(
          ExitCode.REFUSED,
          "Cannot start %s: the plan refuses it\n%s"
              .formatted(
                  plan.spec().name(),
                  refusals.stream()
                      .map(verdict -> "  %s: %s".formatted(verdict.id(), verdict.reason()))
                      .collect(Collectors.joining("\n"))),
          "'rekey plan %s' shows the way out of each".formatted(specFile));
    }
    plan.warnings()
        .forEach(warning -> say("WARN  %s: %s".formatted(warning.id(), warning.reason())));
  }

  private List<Guard> guards(Optional<MigrationRecord> existing) {
    return List.of(
        new SchemaAgreementGuard(context.stores().session()),
        new NodesUpGuard(context.stores().session()),
        this::tablesAreFree,
        () -> sourceIsTheSame(existing),
        () -> targetIsAbsentOrOurs(existing));
  }

  /** The index first: where there is a target, there is its index too. */
  private List<TargetTable> created() {
    return Stream.concat(plan.indexTables().stream(), Stream.of(plan.target())).toList();
  }

  private static TableName name(TableShape shape) {
    return new TableName(shape.keyspace(), shape.table());
  }

  private GuardResult tablesAreFree() {
    KeyMapping mapping = plan.mapping();
    return context.stores().migrations().all().stream()
        .filter(record -> !record.name().equals(mapping.migration()))
        .filter(record -> !record.state().isFinal())
        .filter(record -> touches(record, mapping.source()) || touches(record, mapping.target()))
        .findFirst()
        .map(
            record ->
                GuardResult.fail(
                    "tables-free",
                    "migration %s (%s) works on one of the tables"
                        .formatted(record.name(), record.state()),
                    "end that migration first; a table takes part in one at a time"))
        .orElseGet(() -> GuardResult.pass("tables-free", "no other migration uses the tables"));
  }

  private static boolean touches(MigrationRecord record, TableShape shape) {
    TableName name = new TableName(shape.keyspace(), shape.table());
    return record.source().equals(name) || record.target().equals(name);
  }

  /** An earlier run of this command has noted which table it is about. */
  private GuardResult sourceIsTheSame(Optional<MigrationRecord> existing) {
    return existing
        .map(record -> StandardGuards.sameSource(context, record).check())
        .orElseGet(() -> GuardResult.pass("same-source", "id " + tableId().orElse("not known")));
  }

  private GuardResult targetIsAbsentOrOurs(Optional<MigrationRecord> existing) {
    List<TableShape> found =
        created().stream()
            .map(TargetTable::shape)
            .filter(shape -> context.schema().find(name(shape)).isPresent())
            .toList();
    if (found.isEmpty()) {
      return GuardResult.pass(
          "target-absent", plan.mapping().target().qualifiedName() + " does not exist");
    }
    String remedy = "drop it if nobody needs it, or name another target in the spec";
    boolean intended = existing.filter(this::creationWasBegun).isPresent();
    if (!intended) {
      return GuardResult.fail(
          "target-absent", found.get(0).qualifiedName() + " exists and is not ours", remedy);
    }
    List<String> differences =
        found.stream()
            .flatMap(shape -> TablesGuard.differences(context.schema(), shape).stream())
            .toList();
    return differences.isEmpty()
        ? GuardResult.pass("target-absent", "created by an earlier run of this command")
        : GuardResult.fail("target-absent", String.join("; ", differences), remedy);
  }

  private boolean creationWasBegun(MigrationRecord record) {
    return context
        .stores()
        .events()
        .list(record.name(), record.createdAt(), context.stores().clock().instant())
        .stream()
        .anyMatch(event -> event.kind().equals(INTENT));
  }

  private ExitCode dryRun(List<Guard> guards) {
    say("Dry run of 'rekey start %s'; nothing is changed.".formatted(specFile));
    say("Guards:");
    List<GuardResult> results = Guards.show(guards, context.narrator());
    say("Actions:");
    say("  - store spec and mapping of " + plan.spec().name());
    created().forEach(table -> say("  - " + table.ddl().replace("\n", "\n    ")));
    return results.stream()
        .flatMap(result -> result.failure().stream())
        .findFirst()
        .orElse(ExitCode.DONE);
  }

  private Claim claim(Lease lease, String owner) {
    try {
      Spec spec = plan.spec();
      context.stores().mappings().saveSpec(spec.name(), spec.checksum(), spec.text());
      context.stores().mappings().save(plan.mapping());
      MigrationRecord wanted = record(lease.token(), owner);
      LwtOutcome outcome = context.stores().migrations().create(wanted);
      Optional<MigrationRecord> stored = context.stores().migrations().find(spec.name());
      if (stored.isEmpty()) {
        throw new RekeyException(
            ExitCode.OUTCOME_UNKNOWN,
            "Cannot tell whether migration %s was stored: %s".formatted(spec.name(), outcome),
            "run the same command again");
      }
      requireSame(stored.get());
      Claim claim = Claim.of(context.stores(), stored.get(), lease, context.origin());
      if (outcome.isApplied()) {
        claim.note("planned", "spec and mapping stored", Map.of("spec", specFile));
      }
      return claim;
    } catch (RuntimeException e) {
      lease.close();
      throw e;
    }
  }

  private MigrationRecord record(long token, String owner) {
    Spec spec = plan.spec();
    KeyMapping mapping = plan.mapping();
    Instant now = context.stores().clock().instant();
    return new MigrationRecord(
        spec.name(),
        MigrationState.PLANNED,
        new Publication(Phase.SOURCE, 0, OptionalLong.empty()),
        new TableName(mapping.source().keyspace(), mapping.source().table()),
        targetName(),
        new MigrationRecord.MappingReference(
            mapping.checksum(), mapping.formatVersion(), spec.checksum()),
        new MigrationSettings(
            spec.limits().minInstances(),
            LEASE,
            spec.limits().maxLag(),
            spec.limits().soak(),
            spec.policies().rowMarker(),
            spec.policies().writeMode()),
        new MigrationRecord.Ownership(owner, token),
        Optional.empty(),
        Optional.empty(),
        now,
        now);
  }

  private TableName targetName() {
    return name(plan.mapping().target());
  }

  private void createTarget(Claim claim) {
    for (TargetTable table : created()) {
      if (context.schema().find(name(table.shape())).isEmpty()) {
        claim.note(INTENT, table.ddl(), sourceId());
        claim.check();
        say("  creating " + table.shape().qualifiedName());
        SchemaChange.execute(context, table.ddl());
        SchemaChange.awaitAgreement(context);
      }
    }
    SchemaChange.awaitAgreement(context);
    requireCreatedAsPlanned();
  }

  /** Which table it is that may be dropped at the end, whatever bears its name by then. */
  private Map<String, String> sourceId() {
    return tableId().map(id -> Map.of(History.SOURCE_ID, id)).orElse(Map.of());
  }

  private Optional<String> tableId() {
    TableShape source = plan.mapping().source();
    return context.schema().tableId(new TableName(source.keyspace(), source.table()));
  }

  /** A guardrail can drop options in silence; what was created is what counts. */
  private void requireCreatedAsPlanned() {
    List<String> differences = new ArrayList<>();
    for (TargetTable table : created()) {
      differences.addAll(TablesGuard.differences(context.schema(), table.shape()));
    }
    Optional<TableSchema> created = context.schema().find(targetName());
    for (String option : List.of("default_time_to_live", "gc_grace_seconds")) {
      String wanted = plan.target().options().get(option);
      String actual = created.map(table -> table.options().get(option)).orElse(null);
      if (wanted != null && !Objects.equals(wanted, actual)) {
        differences.add("%s is %s instead of %s".formatted(option, actual, wanted));
      }
    }
    if (!differences.isEmpty()) {
      throw new RekeyException(
          ExitCode.GUARD_FAILED,
          "Cannot use the target: it was not created as planned (%s)"
              .formatted(String.join("; ", differences)),
          "look at the guardrails of the cluster, drop the target, then run this again");
    }
  }

  private void say(String line) {
    context.narrator().say(line);
  }
}
