package dev.rekey.orchestrator.verb;

import dev.rekey.control.EventRecord;
import dev.rekey.control.MigrationRecord;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import dev.rekey.orchestrator.engine.Narrator;
import dev.rekey.orchestrator.engine.Stores;
import dev.rekey.orchestrator.engine.Timing;
import dev.rekey.orchestrator.plan.LiveSchema;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What every verb needs.
 *
 * @param stores the control tables
 * @param schema the cluster's tables
 * @param timing bounds of every wait
 * @param narrator hears what happens
 * @param origin who runs the command
 * @param mode whether anything may be changed
 */
public record VerbContext(
    Stores stores,
    LiveSchema schema,
    Timing timing,
    Narrator narrator,
    EventRecord.Origin origin,
    Mode mode) {

  /** Whether a verb acts or only says what it would do. */
  public enum Mode {
    /** Act. */
    REAL,
    /** Show guards and actions; change nothing, not even the lock. */
    DRY_RUN,
    /** Look at the guards only; nobody is asked to confirm what is not done. */
    CHECK
  }

  /**
   * The migration a command is about.
   *
   * @param name as given; may be left out when there is exactly one that has not ended
   * @throws RekeyException if it cannot be told
   */
  public MigrationRecord migration(Optional<String> name) {
    if (name.isPresent()) {
      return stores
          .migrations()
          .find(name.get())
          .orElseThrow(
              () ->
                  new RekeyException(
                      ExitCode.REFUSED,
                      "Cannot find migration '%s'; there are: %s".formatted(name.get(), names()),
                      "name one of them ('rekey status' shows each), or begin one: 'rekey start"
                          + " SPEC'"));
    }
    List<MigrationRecord> all = stores.migrations().all();
    List<MigrationRecord> open = all.stream().filter(record -> !record.state().isFinal()).toList();
    List<MigrationRecord> candidates = open.isEmpty() ? all : open;
    if (candidates.size() != 1) {
      throw new RekeyException(
          candidates.isEmpty() ? ExitCode.REFUSED : ExitCode.USAGE,
          "Cannot tell which migration is meant: there are " + names(),
          candidates.isEmpty() ? "'rekey start SPEC' begins one" : "name one of them");
    }
    return candidates.get(0);
  }

  private String names() {
    String names =
        stores.migrations().all().stream()
            .map(MigrationRecord::name)
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "none" : names;
  }
}
