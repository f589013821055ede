package dev.rekey.orchestrator.plan.check;

import dev.rekey.orchestrator.plan.PlanCheck;
import java.util.List;

/** Every question the planner asks, in the order it prints the answers. */
public final class PlanChecks {

  private PlanChecks() {}

  /** The list. */
  public static List<PlanCheck> all() {
    return List.of(
        new KeyChangeCheck(),
        new CounterCheck(),
        new StaticsCheck(),
        new ListCheck(),
        new CollectionCheck(),
        new TransactionCheck(),
        new DerivedValueCheck(),
        new NullableKeyCheck(),
        new EmptyKeyCheck(),
        new SpellingCheck(),
        new OnePartitionCheck(),
        new RowMarkerCheck(),
        new DefaultTtlCheck(),
        new GcGraceCheck(),
        new ViewCheck(),
        new IndexCheck(),
        new TriggerCheck(),
        new CdcCheck(),
        new CompactStorageCheck(),
        new DroppedColumnsCheck(),
        new MaskedColumnsCheck(),
        new KeyspaceCheck(),
        new NameLengthCheck());
  }
}
