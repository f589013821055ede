package dev.rekey.orchestrator.guard;

import dev.rekey.control.BackfillRun;
import dev.rekey.control.MigrationRecord;
import dev.rekey.control.RangeRecord;
import dev.rekey.core.token.TokenRange;
import dev.rekey.core.token.TokenRanges;
import dev.rekey.orchestrator.engine.Stores;
import java.util.List;
import java.util.Optional;

/** The copy's finished ranges cover the whole ring, none failed, all under the present fence. */
public final class RangesGuard implements Guard {

  private static final String NAME = "ranges";

  private final Stores stores;
  private final MigrationRecord record;

  /** Looks at the newest run of the copy. */
  public RangesGuard(Stores stores, MigrationRecord record) {
    this.stores = stores;
    this.record = record;
  }

  @Override
  public GuardResult check() {
    String again = "rekey backfill " + record.name();
    Optional<BackfillRun> run =
        stores.backfills().runs(record.name()).stream()
            .filter(candidate -> candidate.kind() == BackfillRun.Kind.COPY)
            .filter(candidate -> candidate.fence() == record.publication().fence().orElse(-1))
            .findFirst();
    if (run.isEmpty()) {
      return GuardResult.fail(NAME, "no copy was run under the present fence", again);
    }
    List<RangeRecord> ranges = stores.backfills().ranges(record.name(), run.get().run());
    List<RangeRecord> failed = ranges.stream().filter(range -> !range.isDone()).toList();
    if (!failed.isEmpty()) {
      return GuardResult.fail(
          NAME,
          "%d ranges failed, the first is %s: %s"
              .formatted(
                  failed.size(), failed.get(0).range(), failed.get(0).error().orElse("unknown")),
          again);
    }
    List<TokenRange> done = ranges.stream().map(RangeRecord::range).toList();
    List<TokenRange> missing = TokenRanges.minus(List.of(TokenRanges.WHOLE), done);
    return missing.isEmpty()
        ? GuardResult.pass(
            NAME,
            "%d ranges cover the ring, %d rows".formatted(done.size(), run.get().totals().rows()))
        : GuardResult.fail(
            NAME,
            "%d parts of the ring are not copied, the first is %s"
                .formatted(missing.size(), missing.get(0)),
            again);
  }
}
