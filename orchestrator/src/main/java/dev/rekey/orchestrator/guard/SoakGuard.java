package dev.rekey.orchestrator.guard;

import dev.rekey.orchestrator.engine.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Reads have been switched for as long as the spec asks. */
public final class SoakGuard implements Guard {

  private final Optional<Instant> switchedAt;
  private final Duration soak;
  private final Instant now;

  /** Judges the time since the switch. */
  public SoakGuard(Optional<Instant> switchedAt, Duration soak, Instant now) {
    this.switchedAt = switchedAt;
    this.soak = soak;
    this.now = now;
  }

  @Override
  public GuardResult check() {
    if (switchedAt.isEmpty()) {
      return GuardResult.fail(
          "soak", "the history does not say when reads were switched", "rekey history");
    }
    Duration passed = Duration.between(switchedAt.get(), now);
    return passed.compareTo(soak) >= 0
        ? GuardResult.pass(
            "soak",
            "%s since the switch (%s asked)"
                .formatted(Durations.words(passed), Durations.words(soak)))
        : GuardResult.fail(
            "soak",
            "%s since the switch, the spec asks for %s"
                .formatted(Durations.words(passed), Durations.words(soak)),
            "watch the application and run this again after %s"
                .formatted(switchedAt.get().plus(soak)));
  }
}
