package dev.rekey.interceptor;

import dev.rekey.interceptor.LegEnd.Outcome;
import dev.rekey.interceptor.LegStatement.Role;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What must be done after both legs of a write have answered. Every outcome but success on both is
 * owed to a table: an error of the lead leg leaves the write in doubt, and in doubt it is finished
 * on both tables, which is one of the two outcomes the application was told to expect. A write that
 * the leading table refuses can never be finished: what the other table has of it is taken back.
 *
 * @param owed the legs whose table may lack the write, or has too much of it; empty if both have
 *     it, or surely neither
 * @param remedy what they are owed
 * @param error what the application gets; empty for success
 */
record Settlement(Set<Role> owed, Remedy remedy, Optional<Throwable> error) {

  /** Whether a failed follow leg may be acknowledged once it is journalled. */
  enum Acknowledge {
    WHEN_JOURNALLED,
    WHEN_BOTH_WRITTEN
  }

  /** How a table comes to what it should have. */
  enum Remedy {
    /** The write is made again, at its timestamp. */
    REPLAY,
    /** Its row is made what the leading table shows. */
    COPY
  }

  Settlement {
    owed = Set.copyOf(owed);
  }

  static Settlement of(LegEnd lead, LegEnd follow, Acknowledge acknowledge) {
    if (lead.outcome() == Outcome.WRITTEN) {
      return ofWrittenLead(follow, acknowledge);
    }
    if (lead.outcome().isSurelyNothing() && follow.outcome().isSurelyNothing()) {
      return new Settlement(Set.of(), Remedy.REPLAY, lead.error());
    }
    if (lead.outcome() == Outcome.REFUSED) {
      return new Settlement(Set.of(Role.FOLLOW), Remedy.COPY, lead.error());
    }
    return finished(lead, follow);
  }

  /** The same with the write finished instead of taken back. */
  static Settlement finished(LegEnd lead, LegEnd follow) {
    Set<Role> owed = EnumSet.of(Role.LEAD);
    if (follow.outcome() != Outcome.WRITTEN) {
      owed.add(Role.FOLLOW);
    }
    return new Settlement(owed, Remedy.REPLAY, lead.error());
  }

  private static Settlement ofWrittenLead(LegEnd follow, Acknowledge acknowledge) {
    if (follow.outcome() == Outcome.WRITTEN) {
      return new Settlement(Set.of(), Remedy.REPLAY, Optional.empty());
    }
    boolean strict = acknowledge == Acknowledge.WHEN_BOTH_WRITTEN;
    return new Settlement(
        Set.of(Role.FOLLOW), Remedy.REPLAY, strict ? follow.error() : Optional.empty());
  }
}
