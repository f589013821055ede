package dev.rekey.control;

import static java.util.Objects.requireNonNull;

/**
 * What became of a lightweight transaction: done, refused, or unknown. Unknown must stop the
 * caller: it cleans nothing up, and reading at SERIAL settles it.
 */
public sealed interface LwtOutcome {
  LwtOutcome APPLIED = new Applied();
  LwtOutcome REFUSED = new Refused();

  /** Whether the change was made. */
  default boolean isApplied() {
    return this instanceof Applied;
  }

  /** Whether the change may or may not have been made. */
  default boolean isUnknown() {
    return this instanceof Unknown;
  }

  /** The change was made. */
  record Applied() implements LwtOutcome {}

  /** A condition did not hold; nothing was changed. */
  record Refused() implements LwtOutcome {}

  /** The answer was lost. */
  record Unknown(Throwable cause) implements LwtOutcome {
    public Unknown {
      requireNonNull(cause, "cause is null");
    }
  }
}
