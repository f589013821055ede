package dev.rekey.interceptor;

import dev.rekey.interceptor.LegStatement.Role;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What must be done after both legs of a write have answered. Every outcome but success on both is
 * owed to a table: an error of the lead leg leaves the write in doubt, and in doubt it is finished
 * on both tables, which is one of the two outcomes the application was told to expect.
 *
 * @param owed the legs whose table may lack the write; empty if both have it, or surely neither
 * @param error what the application gets; empty for success
 */
record Settlement(Set<Role> owed, Optional<Throwable> error) {

  /** How one leg ended. */
  enum Outcome {
    WRITTEN,
    IN_DOUBT,
    SURELY_NOT_WRITTEN;

    static Outcome of(Throwable error) {
      if (error == null) {
        return WRITTEN;
      }
      return Errors.provesNothingWritten(error) ? SURELY_NOT_WRITTEN : IN_DOUBT;
    }
  }

  /** Whether a failed follow leg may be acknowledged once it is journalled. */
  enum Acknowledge {
    WHEN_JOURNALLED,
    WHEN_BOTH_WRITTEN
  }

  Settlement {
    owed = Set.copyOf(owed);
  }

  static Settlement of(Throwable leadError, Throwable followError, Acknowledge acknowledge) {
    Outcome leadOutcome = Outcome.of(leadError);
    Outcome followOutcome = Outcome.of(followError);
    if (leadOutcome == Outcome.WRITTEN) {
      if (followOutcome == Outcome.WRITTEN) {
        return new Settlement(Set.of(), Optional.empty());
      }
      boolean strict = acknowledge == Acknowledge.WHEN_BOTH_WRITTEN;
      return new Settlement(
          Set.of(Role.FOLLOW), strict ? Optional.of(followError) : Optional.empty());
    }
    Set<Role> owed = EnumSet.noneOf(Role.class);
    boolean surelyNowhere =
        leadOutcome == Outcome.SURELY_NOT_WRITTEN && followOutcome == Outcome.SURELY_NOT_WRITTEN;
    if (!surelyNowhere) {
      owed.add(Role.LEAD);
      if (followOutcome != Outcome.WRITTEN) {
        owed.add(Role.FOLLOW);
      }
    }
    return new Settlement(owed, Optional.of(leadError));
  }
}
