package dev.rekey.control;

import static java.util.Objects.requireNonNull;

import dev.rekey.core.state.Phase;
import java.util.OptionalLong;

/**
 * What instances must do now.
 *
 * @param epoch grows by one with every publication
 * @param fence microseconds; once published, every writer's timestamps are greater than it
 */
public record Publication(Phase phase, long epoch, OptionalLong fence) {
  public Publication {
    requireNonNull(phase, "phase is null");
    requireNonNull(fence, "fence is null");
    if (epoch < 0) {
      throw new IllegalArgumentException(
          "Cannot publish epoch %d: it is negative".formatted(epoch));
    }
  }

  /** The next publication, with another phase. */
  public Publication next(Phase nextPhase) {
    if (!phase.mayMeet(nextPhase)) {
      throw new IllegalArgumentException(
          "Cannot publish %s after %s: instances of both would lose writes between them"
              .formatted(nextPhase, phase));
    }
    return new Publication(nextPhase, epoch + 1, fence);
  }

  /** The next publication, with a fence. */
  public Publication fenced(long fenceMicros) {
    return new Publication(phase, epoch + 1, OptionalLong.of(fenceMicros));
  }
}
