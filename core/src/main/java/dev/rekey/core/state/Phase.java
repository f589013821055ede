package dev.rekey.core.state;

import java.util.List;

/**
 * What an application instance does with statements on the migrating table.
 *
 * <p>Only neighbours in this list may ever be live together; each step stands behind a barrier. Two
 * phases that are not neighbours lose data: with {@link #DUAL} beside {@link #DUAL_READ_TARGET}, a
 * write that was acknowledged while its target leg was only journalled is invisible to an instance
 * that already reads the target. The two strict phases between them close that gap.
 */
public enum Phase {
  /** Reads and writes go to the source. */
  SOURCE(Leg.SOURCE, true, false, false),
  /** Both are written; the source is read and leads; a failed target leg is journalled. */
  DUAL(Leg.SOURCE, true, true, false),
  /** As {@link #DUAL}, but a failed follow leg is the application's error. */
  DUAL_STRICT(Leg.SOURCE, true, true, true),
  /** The target is read and leads; a failed follow leg is the application's error. */
  DUAL_READ_TARGET_STRICT(Leg.TARGET, true, true, true),
  /** The target is read and leads; a failed source leg is journalled. */
  DUAL_READ_TARGET(Leg.TARGET, true, true, false),
  /** Only the target is touched; the source not even by a PREPARE. */
  TARGET(Leg.TARGET, false, true, false);

  private static final List<Phase> ORDER = List.of(values());

  private final Leg lead;
  private final boolean writesSource;
  private final boolean writesTarget;
  private final boolean strict;

  Phase(Leg lead, boolean writesSource, boolean writesTarget, boolean strict) {
    this.lead = lead;
    this.writesSource = writesSource;
    this.writesTarget = writesTarget;
    this.strict = strict;
  }

  /** The table that reads use and whose result a write reports. */
  public Leg lead() {
    return lead;
  }

  public boolean readsTarget() {
    return lead == Leg.TARGET;
  }

  public boolean writes(Leg leg) {
    return leg == Leg.SOURCE ? writesSource : writesTarget;
  }

  /** Whether every write goes to both tables. */
  public boolean isDual() {
    return writesSource && writesTarget;
  }

  /** Whether a failed follow leg is the application's error instead of a journal entry. */
  public boolean isStrict() {
    return strict;
  }

  /** Whether the two phases may be live in one fleet at the same time. */
  public boolean mayMeet(Phase other) {
    return Math.abs(ORDER.indexOf(this) - ORDER.indexOf(other)) <= 1;
  }

  /** The phases to publish, one behind a barrier each, to come from this one to another. */
  public List<Phase> stepsTo(Phase goal) {
    int from = ORDER.indexOf(this);
    int to = ORDER.indexOf(goal);
    if (from <= to) {
      return ORDER.subList(Math.min(from + 1, to + 1), to + 1);
    }
    return ORDER.subList(to, from).stream()
        .sorted((a, b) -> Integer.compare(ORDER.indexOf(b), ORDER.indexOf(a)))
        .toList();
  }
}
