package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import dev.rekey.control.JournalEntry;
import dev.rekey.control.JournalStore;
import dev.rekey.control.OwedWrite;
import dev.rekey.core.mapping.BucketIndex;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.state.Leg;
import dev.rekey.cql.route.BoundCql;
import dev.rekey.cql.route.BoundValue;
import dev.rekey.cql.route.WritePlan;
import dev.rekey.interceptor.LegStatement.Role;
import dev.rekey.interceptor.Settlement.Remedy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Records writes that a table may lack, one entry per statement, before anything is acknowledged.
 */
final class Journal {
  private final JournalStore store;
  private final UUID incarnation;
  private final Consumer<String> attempts;
  private final OpenIntents intents;

  /**
   * @param attempts told the migration of every entry before it is written, since an entry whose
   *     writing failed may exist all the same
   */
  Journal(JournalStore store, UUID incarnation, Consumer<String> attempts, OpenIntents intents) {
    this.store = store;
    this.incarnation = incarnation;
    this.attempts = attempts;
    this.intents = intents;
  }

  /**
   * An entry for a row that is about to be decided on the table that leads, and owed to the other.
   *
   * @param micros up to when the row is known there
   */
  JournalEntry intent(WritePart part, List<ByteBuffer> key, long micros) {
    return new JournalEntry(
        JournalStore.newIntentKey(part.migration().orElseThrow(), incarnation, Instant.now()),
        Map.of(part.lead().other(), OwedWrite.stateOfRow(key)),
        micros,
        Optional.empty(),
        label(key),
        0,
        Optional.empty());
  }

  /** Writes it; until it is closed or left nobody in this process settles it. */
  CompletionStage<Void> open(JournalEntry intent) {
    intents.open(intent.key().id());
    return store.record(intent);
  }

  /** Deletes it: the tables are equal in its row. An entry that stays is settled later. */
  void close(JournalEntry intent) {
    store
        .delete(intent.key())
        .whenComplete(
            (done, error) -> {
              intents.close(intent.key().id());
              if (error != null) {
                attempts.accept(intent.key().migration());
              }
            });
  }

  /** Leaves it to be settled, not before that time has passed. */
  void leave(JournalEntry intent, Duration wait) {
    CompletableFuture.delayedExecutor(wait.toMillis(), TimeUnit.MILLISECONDS)
        .execute(() -> intents.close(intent.key().id()));
    attempts.accept(intent.key().migration());
  }

  /** Complete when every entry is durable; failed if one is not surely so. */
  CompletionStage<Void> record(
      Call call, List<WritePart> parts, Settlement settlement, Instant begun) {
    List<CompletableFuture<Void>> records = new ArrayList<>();
    for (WritePart part : parts) {
      if (part.isMirrored()) {
        attempts.accept(part.migration().orElseThrow());
        for (JournalEntry entry : entries(call, part, settlement, begun)) {
          records.add(store.record(entry).toCompletableFuture());
        }
      }
    }
    return CompletableFuture.allOf(records.toArray(new CompletableFuture<?>[0]));
  }

  /** Whether it is about one row of the source, or about none. */
  static boolean isOneRow(WritePart part) {
    return !part.isMirrored()
        || key(part).size() == part.plan().orElseThrow().mapping().source().primaryKey().size();
  }

  private List<JournalEntry> entries(
      Call call, WritePart part, Settlement settlement, Instant begun) {
    return settlement.remedy() == Remedy.COPY
        ? List.of(copy(call, part, settlement.owed(), begun))
        : replays(call, part, settlement.owed(), begun);
  }

  private JournalEntry copy(Call call, WritePart part, Set<Role> owed, Instant begun) {
    Map<Leg, OwedWrite> copies = new EnumMap<>(Leg.class);
    owed.forEach(role -> copies.put(role.of(part), OwedWrite.copyOfRow(key(part))));
    long own = part.plan().orElseThrow().timestamp(part.bindings()).orElse(Long.MIN_VALUE);
    return entry(
        part,
        copies,
        own == Long.MIN_VALUE ? LegStatement.timestamp(call) : own,
        Optional.empty(),
        begun);
  }

  private List<JournalEntry> replays(Call call, WritePart part, Set<Role> owed, Instant begun) {
    Optional<Instant> expiresAt = expiresAt(call.session(), part, begun);
    Map<Leg, List<OwedWrite>> writes = new EnumMap<>(Leg.class);
    List<JournalEntry> entries = new ArrayList<>();
    if (part.indexed().failure().isPresent()) {
      for (BucketIndex.Entry bucket : part.plan().orElseThrow().entries(part.bindings())) {
        Map<Leg, OwedWrite> opening = Map.of(Leg.TARGET, OwedWrite.opening(bucket));
        entries.add(entry(part, opening, LegStatement.timestamp(call), Optional.empty(), begun));
      }
    }
    owed.forEach(role -> writes.put(role.of(part), writes(part, role.of(part), expiresAt)));
    int most = writes.values().stream().mapToInt(List::size).max().orElse(0);
    for (int i = 0; i < most; i++) {
      Map<Leg, OwedWrite> pair = new EnumMap<>(Leg.class);
      for (Map.Entry<Leg, List<OwedWrite>> write : writes.entrySet()) {
        if (i < write.getValue().size()) {
          pair.put(write.getKey(), write.getValue().get(i));
        }
      }
      entries.add(entry(part, pair, LegStatement.timestamp(call), expiresAt, begun));
    }
    return entries;
  }

  private JournalEntry entry(
      WritePart part,
      Map<Leg, OwedWrite> owed,
      long micros,
      Optional<Instant> expiresAt,
      Instant begun) {
    return new JournalEntry(
        JournalStore.newKey(part.migration().orElseThrow(), incarnation, begun),
        owed,
        micros,
        expiresAt,
        label(key(part)),
        0,
        Optional.empty());
  }

  private static List<ByteBuffer> key(WritePart part) {
    return part.plan().orElseThrow().sourceKey(part.bindings());
  }

  private static List<OwedWrite> writes(WritePart part, Leg leg, Optional<Instant> expiresAt) {
    WritePlan plan = part.plan().orElseThrow();
    if (leg == Leg.TARGET && plan.needsIndex()) {
      List<OwedWrite> deletes = new ArrayList<>();
      plan.listed(part.bindings())
          .forEach(
              (partition, listed) ->
                  listed.forEach(
                      delete -> deletes.add(OwedWrite.inEveryBucket(partition, delete))));
      return deletes;
    }
    if (expiresAt.isEmpty()) {
      return part.cql(leg).stream().map(cql -> owed(cql, OptionalInt.empty())).toList();
    }
    OptionalInt marker = OptionalInt.of(plan.ttlMarker(leg));
    return plan.expiring(leg, part.bindings(), 1).stream().map(cql -> owed(cql, marker)).toList();
  }

  private static OwedWrite owed(BoundCql cql, OptionalInt ttlMarker) {
    List<OwedWrite.Value> values = new ArrayList<>();
    for (BoundValue value : cql.values()) {
      values.add(
          value.isUnset()
              ? OwedWrite.Value.UNSET_VALUE
              : value.bytes().map(OwedWrite.Value::of).orElse(OwedWrite.Value.NULL_VALUE));
    }
    return new OwedWrite(cql.text(), values, ttlMarker);
  }

  /** When what is written ends: by its own TTL, or by the table's default. */
  private static Optional<Instant> expiresAt(
      DefaultSession session, WritePart part, Instant begun) {
    WritePlan plan = part.plan().orElseThrow();
    if (plan.verb() == WritePlan.Verb.DELETE) {
      return Optional.empty();
    }
    long seconds = secondsToLive(session, part);
    return seconds > 0 ? Optional.of(begun.plusSeconds(seconds)) : Optional.empty();
  }

  /** Of what is written: by its own TTL, or by the table's default; 0 for ever. */
  static long secondsToLive(DefaultSession session, WritePart part) {
    WritePlan plan = part.plan().orElseThrow();
    return plan.ttl(part.bindings()).orElseGet(() -> defaultTtl(session, plan.mapping().target()));
  }

  private static long defaultTtl(DefaultSession session, TableShape shape) {
    return session
        .getMetadata()
        .getKeyspace(CqlIdentifier.fromInternal(shape.keyspace()))
        .flatMap(keyspace -> keyspace.getTable(CqlIdentifier.fromInternal(shape.table())))
        .map(TableMetadata::getOptions)
        .map(options -> options.get(CqlIdentifier.fromInternal("default_time_to_live")))
        .filter(Number.class::isInstance)
        .map(ttl -> ((Number) ttl).longValue())
        .orElse(0L);
  }

  /** For people: the key's bytes in hex, column by column. */
  private static String label(List<ByteBuffer> key) {
    return key.stream()
        .map(
            value -> {
              byte[] bytes = new byte[value.remaining()];
              value.duplicate().get(bytes);
              return HexFormat.of().formatHex(bytes);
            })
        .collect(Collectors.joining(":"));
  }
}
