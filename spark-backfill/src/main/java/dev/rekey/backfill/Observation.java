package dev.rekey.backfill;

import java.util.Optional;

/**
 * One look at a key in both tables: leading table, other table, leading table again.
 *
 * @param source the source's row
 * @param target the target's row
 * @param leadStood whether both reads of the leading table showed the same
 * @param stray whether the target row is one that does not lie where its key belongs
 * @param atNanos when the look began
 */
record Observation(
    Sighting source, Sighting target, boolean leadStood, boolean stray, long atNanos) {

  /** How the two differ, if they do. */
  Optional<Difference> difference(long toleranceSeconds) {
    if (stray) {
      return target.isPresent() ? Optional.of(Difference.ORPHAN) : Optional.empty();
    }
    if (source.isPresent() != target.isPresent()) {
      return Optional.of(source.isPresent() ? Difference.MISSING : Difference.ORPHAN);
    }
    if (!source.sameContent(target)) {
      return Optional.of(Difference.STALE);
    }
    return source.sameExpiries(target, toleranceSeconds)
        ? Optional.empty()
        : Optional.of(Difference.TTL);
  }

  /** Whether nothing has changed between the two looks. */
  boolean same(Observation other) {
    return leadStood
        && other.leadStood
        && source.sameContent(other.source)
        && target.sameContent(other.target);
  }
}
