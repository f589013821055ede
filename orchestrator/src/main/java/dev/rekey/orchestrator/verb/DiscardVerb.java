package dev.rekey.orchestrator.verb;

import dev.rekey.control.JournalEntry;
import dev.rekey.control.MigrationRecord;
import dev.rekey.control.OwedWrite;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import dev.rekey.orchestrator.engine.Claim;
import dev.rekey.orchestrator.guard.ConfirmationGuard;
import dev.rekey.orchestrator.guard.Guard;
import dev.rekey.orchestrator.guard.GuardResult;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Gives up a write that a table refuses for good, so that it no longer blocks a switch. What was
 * given up is first written into the history, statement and values included, then the evidence is
 * made void, and only then is the entry deleted: whoever dies in between can run it again, and no
 * switch can be made before the tables were compared anew.
 */
public final class DiscardVerb {

  private static final String KIND = "journal-discard";
  private static final String ENTRY = "entry";
  private static final int MAX_TEXT = 4_000;

  private final VerbContext context;
  private final Optional<String> name;
  private final UUID entry;
  private final Confirmation confirmation;

  /** A verb for one entry of the named migration. */
  public DiscardVerb(
      VerbContext context, Optional<String> name, UUID entry, Confirmation confirmation) {
    this.context = context;
    this.name = name;
    this.entry = entry;
    this.confirmation = confirmation;
  }

  /** Runs the verb. */
  public ExitCode run() {
    MigrationRecord record = context.migration(name);
    Optional<JournalEntry> found = context.stores().journal().find(record.name(), entry);
    if (found.isEmpty()) {
      return gone(record);
    }
    JournalReport.of(context.stores(), record, 0).lines(found.get()).forEach(this::say);
    List<Guard> guards =
        List.of(() -> wasRefused(record, found.get()), confirmed(record, found.get()));
    if (context.mode() == VerbContext.Mode.DRY_RUN) {
      say("Dry run of '%s'; nothing is changed.".formatted(command(record)));
      return Guards.show(guards, context.narrator()).stream()
          .flatMap(result -> result.failure().stream())
          .findFirst()
          .orElse(ExitCode.DONE);
    }
    Guards.require(guards, "discard the entry", context.narrator());
    discard(record);
    return ExitCode.DONE;
  }

  private void discard(MigrationRecord record) {
    String owner = context.origin().who() + "@" + context.origin().host();
    try (Claim claim =
        Claim.of(
            context.stores(),
            record,
            Claim.lock(context.stores(), record.name(), owner, context.timing()),
            context.origin())) {
      // It may have been replayed while the lock was waited for, and then nothing is given up.
      Optional<JournalEntry> now = context.stores().journal().find(record.name(), entry);
      if (now.isEmpty()) {
        say("Entry %s has been replayed meanwhile; nothing was given up.".formatted(entry));
        return;
      }
      claim.note(KIND, "an owed write is given up", detail(now.get()));
      claim.voidEvidence(
          "journal entry %s (row %s) was discarded by %s"
              .formatted(entry, now.get().sourceKey(), owner));
      claim.check();
      context.stores().journal().delete(now.get().key()).toCompletableFuture().join();
      say("Entry %s is discarded; the history keeps its statement.".formatted(entry));
      say("Next: " + NextCommand.withoutEvidence(claim.record()));
    }
  }

  private ExitCode gone(MigrationRecord record) {
    boolean discarded =
        context
            .stores()
            .events()
            .list(record.name(), record.createdAt(), context.stores().clock().instant())
            .stream()
            .filter(event -> event.kind().equals(KIND))
            .anyMatch(event -> entry.toString().equals(event.detail().get(ENTRY)));
    if (discarded) {
      say("Done already: entry %s was discarded.".formatted(entry));
      say("Next: " + NextCommand.withoutEvidence(record));
      return ExitCode.DONE;
    }
    throw new RekeyException(
        ExitCode.REFUSED,
        "Cannot discard entry %s: migration %s owes no such write (it may have been replayed); nothing was changed"
            .formatted(entry, record.name()),
        "rekey journal show " + record.name());
  }

  private static GuardResult wasRefused(MigrationRecord record, JournalEntry found) {
    return found.attempts() > 0
        ? GuardResult.pass("refused", "tried %d times".formatted(found.attempts()))
        : GuardResult.fail(
            "refused",
            ExitCode.REFUSED,
            "it was never tried, so it may well succeed",
            "wait a few seconds, then 'rekey journal show %s'".formatted(record.name()));
  }

  private Guard confirmed(MigrationRecord record, JournalEntry found) {
    String consequence =
        "POINT OF NO RETURN: a write the application may have been told is done will never reach"
            + " the table it is owed to";
    boolean ask = wasRefused(record, found).passed() && context.mode() == VerbContext.Mode.REAL;
    Optional<String> answer =
        ask
            ? confirmation.answer(
                "%s.\nType the migration's name (%s) to go on: "
                    .formatted(consequence, record.name()))
            : confirmation.given();
    return new ConfirmationGuard(record.name(), answer, command(record), consequence);
  }

  private String command(MigrationRecord record) {
    return "rekey journal discard %s %s".formatted(record.name(), entry);
  }

  private static Map<String, String> detail(JournalEntry found) {
    Map<String, String> detail = new LinkedHashMap<>();
    detail.put(ENTRY, found.key().id().toString());
    detail.put("row", bounded(found.sourceKey()));
    detail.put("write-micros", Long.toString(found.writeMicros()));
    found.expiresAt().ifPresent(end -> detail.put("expires-at", end.toString()));
    detail.put("attempts", Integer.toString(found.attempts()));
    found.lastError().ifPresent(error -> detail.put("last-error", bounded(error)));
    found
        .owed()
        .forEach(
            (leg, write) -> {
              detail.put(JournalReport.side(leg) + "-cql", bounded(write.cql()));
              detail.put(JournalReport.side(leg) + "-values", bounded(values(write)));
            });
    return detail;
  }

  private static String values(OwedWrite write) {
    return write.values().stream().map(DiscardVerb::literal).collect(Collectors.joining(", "));
  }

  private static String literal(OwedWrite.Value value) {
    if (value instanceof OwedWrite.Bytes bytes) {
      byte[] copy = new byte[bytes.bytes().remaining()];
      bytes.bytes().duplicate().get(copy);
      return "0x" + HexFormat.of().formatHex(copy);
    }
    return value instanceof OwedWrite.Null ? "null" : "unset";
  }

  private static String bounded(String text) {
    return text.length() <= MAX_TEXT
        ? text
        : "%s... (%d characters)".formatted(text.substring(0, MAX_TEXT), text.length());
  }

  private void say(String line) {
    context.narrator().say(line);
  }
}
