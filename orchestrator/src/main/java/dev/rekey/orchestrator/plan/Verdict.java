package dev.rekey.orchestrator.plan;

import java.util.Objects;
import java.util.Optional;

/**
 * What one check found.
 *
 * @param id the check, e.g. {@code counters}
 * @param level whether the migration can go on
 * @param reason what was found and why it matters
 * @param remedy what to do about it; empty where nothing needs doing
 */
public record Verdict(String id, Level level, String reason, Optional<String> remedy) {

  /** How grave a finding is. */
  public enum Level {
    /** Nothing stands in the way. */
    PASS,
    /** It can be done; the operator should know. */
    WARN,
    /** It cannot be done exactly, so it is not done. */
    REFUSE
  }

  /** Refuses missing parts. */
  public Verdict {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(level, "level");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(remedy, "remedy");
  }

  /** Nothing stands in the way. */
  public static Verdict pass(String id, String reason) {
    return new Verdict(id, Level.PASS, reason, Optional.empty());
  }

  /** It can be done, but. */
  public static Verdict warn(String id, String reason, String remedy) {
    return new Verdict(id, Level.WARN, reason, Optional.of(remedy));
  }

  /** It cannot be done. */
  public static Verdict refuse(String id, String reason, String remedy) {
    return new Verdict(id, Level.REFUSE, reason, Optional.of(remedy));
  }
}
