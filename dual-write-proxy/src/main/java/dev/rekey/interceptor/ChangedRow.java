package dev.rekey.interceptor;

import dev.rekey.control.Proof;
import dev.rekey.control.RowState;
import dev.rekey.control.Ruling;
import dev.rekey.control.Ruling.Marker;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.Values;
import dev.rekey.core.state.Leg;
import dev.rekey.core.state.Phase;
import dev.rekey.cql.route.RefusalCode;
import dev.rekey.cql.route.Routing;
import dev.rekey.cql.route.WritePlan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * One row that a write on its home may change, with what is to become of it in the other table.
 *
 * @param key the source's whole primary key
 * @param micros the timestamp of the request; a transaction has its own, which nobody can read
 * @param seconds to live of what it writes, the table's default included; 0 for ever
 * @param fence everything copied from before dual writes is not younger
 */
record ChangedRow(
    WritePart part,
    List<ByteBuffer> key,
    long micros,
    long seconds,
    OptionalLong fence,
    boolean decided) {

  /**
   * The rows of all statements of a write; none where only one table is written.
   *
   * @throws StatementRefusedException if they cannot all be named, or be decided in one partition
   */
  static List<ChangedRow> of(Call call, List<WritePart> parts) {
    boolean conditional = isConditional(parts);
    List<ChangedRow> rows = new ArrayList<>();
    Set<List<ByteBuffer>> partitions = new HashSet<>();
    for (WritePart part : parts) {
      boolean matters = part.isMirrored() || (conditional && part.phase() == Phase.TARGET);
      if (part.plan().isEmpty() || !matters) {
        continue;
      }
      List<List<ByteBuffer>> keys =
          part.plan().get().sourceKeys(part.bindings()).orElseThrow(() -> severalRows(part));
      keys.forEach(key -> partitions.add(partition(part, key)));
      if (conditional && partitions.size() > 1) {
        throw severalPartitions(part);
      }
      if (part.isMirrored()) {
        keys.forEach(key -> rows.add(row(call, part, key, conditional)));
      }
    }
    return rows;
  }

  static boolean isConditional(List<WritePart> parts) {
    return parts.stream()
        .anyMatch(part -> part.plan().filter(plan -> plan.change().conditional()).isPresent());
  }

  private static ChangedRow row(
      Call call, WritePart part, List<ByteBuffer> key, boolean conditional) {
    OptionalLong fence =
        call.view()
            .migration(part.migration().orElseThrow())
            .map(live -> live.publication().fence())
            .orElse(OptionalLong.empty());
    long micros =
        part.plan()
            .orElseThrow()
            .timestamp(part.bindings())
            .orElseGet(() -> LegStatement.timestamp(call));
    long seconds = Journal.secondsToLive(call.session(), part);
    return new ChangedRow(part, key, micros, seconds, fence, conditional);
  }

  private static List<ByteBuffer> partition(WritePart part, List<ByteBuffer> key) {
    KeyMapping mapping = part.plan().orElseThrow().mapping();
    Map<String, ByteBuffer> values = new HashMap<>();
    List<Column> columns = mapping.source().primaryKey();
    for (int i = 0; i < columns.size(); i++) {
      values.put(columns.get(i).name(), key.get(i));
    }
    return mapping
        .targetKey(Values.of(values))
        .map(target -> target.subList(0, mapping.target().partitionKey().size()))
        .orElse(List.of());
  }

  Leg home() {
    return part.lead();
  }

  /** Whether something of the row may be gone afterwards; an INSERT finds no row. */
  boolean mayRemove() {
    return !(plan().change().conditional() && plan().verb() == WritePlan.Verb.INSERT);
  }

  /**
   * What is known of the home when the write has been made.
   *
   * @param before what it showed before; null if it was not looked at
   */
  Proof proof(RowState before) {
    Proof proof = before == null ? Proof.none() : Proof.ofSeen(before);
    if (!decided) {
      proof = proof.andWritten(plan().change().columns(), micros);
    }
    if (!plan().change().deletesRow()) {
      return proof;
    }
    long known = Math.max(proof.largestMicros().orElse(0), fence.orElse(1) - 1);
    return proof.andRow(decided ? known : Math.max(known, micros));
  }

  /** What is written into the journal: up to then the home's row is known to have been written. */
  long knownMicros(Proof proof) {
    long seen = Math.max(proof.largestMicros().orElse(0), fence.orElse(1) - 1);
    return decided ? seen : Math.max(seen, micros);
  }

  Ruling ruling(Proof proof) {
    return new Ruling(
        home(),
        key,
        plan().change().columns(),
        micros,
        Long.MIN_VALUE,
        proof,
        marker(),
        decided ? Ruling.Look.SERIAL : Ruling.Look.QUORUM);
  }

  private Marker marker() {
    if (plan().verb() != WritePlan.Verb.INSERT) {
      return Marker.of(Marker.Policy.WHERE_NEEDED);
    }
    return new Marker(decided ? Marker.Policy.OF_CELLS : Marker.Policy.AT_TIME, micros, seconds);
  }

  private WritePlan plan() {
    return part.plan().orElseThrow();
  }

  private static StatementRefusedException severalRows(WritePart part) {
    return new StatementRefusedException(
        part.migration().orElseThrow(),
        new Routing.Refused(
            RefusalCode.CONDITIONAL,
            "it is mirrored by copying its rows, alone or together with the statements beside it, and does not name them by their whole keys",
            "give the whole primary key by =, and execute deletions of ranges on their own"));
  }

  private static StatementRefusedException severalPartitions(WritePart part) {
    return new StatementRefusedException(
        part.migration().orElseThrow(),
        new Routing.Refused(
            RefusalCode.CONDITIONAL,
            "its rows are in one partition of the source and in several of the target, where nobody can decide about them as one",
            "execute a conditional batch for each partition of the target"));
  }
}
