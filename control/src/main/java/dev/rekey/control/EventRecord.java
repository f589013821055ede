package dev.rekey.control;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One line of a migration's history.
 *
 * @param kind what happened, for example {@code transition}, {@code publication}, {@code guard}
 * @param origin who did it, where, with which command
 */
public record EventRecord(
    Instant at,
    String kind,
    Origin origin,
    Optional<String> fromState,
    Optional<String> toState,
    String message,
    Map<String, String> detail) {
  /** Who did it. */
  public record Origin(String who, String host, String command) {}

  public EventRecord {
    detail = Map.copyOf(detail);
  }
}
