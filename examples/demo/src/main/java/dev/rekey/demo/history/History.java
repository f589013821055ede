package dev.rekey.demo.history;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * What every row must be: the initial data, which is a function of the key, and the writes since.
 *
 * <p>Thread-safe, under one rule: a row is written by one thread only, its owner.
 */
public final class History {
  private static final int MOST_SAMPLES = 100;

  /** The kinds of writes, as they are counted. */
  public enum WriteKind {
    INSERT,
    INSERT_WITH_TTL,
    UPDATE,
    DELETE,
    RANGE_DELETE,
    BATCH
  }

  private final Function<RowKey, RowState> initial;
  private final Map<RowKey, KeyHistory> touched = new ConcurrentHashMap<>();
  private final Map<WriteKind, LongAdder> acknowledged = counters();
  private final LongAdder unknown = new LongAdder();
  private final LongAdder judgedRows = new LongAdder();
  private final Map<Violation.Kind, LongAdder> violations = new EnumMap<>(Violation.Kind.class);
  private final List<Violation> samples = new ArrayList<>();

  /**
   * A history that begins with these rows.
   *
   * @param initial the state of every key before the first write; pure and thread-safe
   */
  public History(Function<RowKey, RowState> initial) {
    this.initial = requireNonNull(initial, "initial is null");
    for (Violation.Kind kind : Violation.Kind.values()) {
      violations.put(kind, new LongAdder());
    }
  }

  private static Map<WriteKind, LongAdder> counters() {
    Map<WriteKind, LongAdder> counters = new EnumMap<>(WriteKind.class);
    for (WriteKind kind : WriteKind.values()) {
      counters.put(kind, new LongAdder());
    }
    return counters;
  }

  /** Records a statement about to be sent that makes these rows so. Only the owner calls it. */
  public PendingWrite begin(WriteKind kind, Map<RowKey, RowState> made) {
    IdentityHashMap<KeyHistory, PendingWrite.Entry> numbers = new IdentityHashMap<>();
    made.forEach(
        (key, state) -> numbers.put(of(key), new PendingWrite.Entry(of(key).begin(state), state)));
    return new PendingWrite(this, kind, numbers);
  }

  void count(WriteKind kind) {
    acknowledged.get(kind).increment();
  }

  void countUnknown() {
    unknown.increment();
  }

  /** Whether the owner may write this row: no outcome of an earlier write is unknown. */
  public boolean isWritable(RowKey key) {
    KeyHistory history = touched.get(key);
    return history == null || history.isWritable();
  }

  /** The newest acknowledged state; for its owner, what the row is. */
  public RowState newest(RowKey key) {
    KeyHistory history = touched.get(key);
    return history == null ? initial.apply(key) : history.newest();
  }

  /** Takes the newest acknowledged number of a row; call it before the read is sent. */
  public ReadMark mark(RowKey key) {
    KeyHistory history = touched.get(key);
    return new ReadMark(key, history == null ? 0 : history.acknowledged());
  }

  /** Judges what a read found, which was sent after the mark was taken. */
  public void judge(ReadMark mark, Optional<Reading> found, RowState.Interval read, String where) {
    judgedRows.increment();
    KeyHistory history = touched.get(mark.key());
    if (history == null) {
      RowState state = initial.apply(mark.key());
      if (!state.allows(found, read)) {
        report(violation(mark.key(), kindOfUntouched(state, found), found, where));
      }
      return;
    }

    history
        .judge(mark.acknowledged(), found, read)
        .ifPresent(kind -> report(violation(mark.key(), kind, found, where)));
  }

  private static Violation.Kind kindOfUntouched(RowState state, Optional<Reading> found) {
    if (found.isEmpty()) {
      return Violation.Kind.LOST;
    }
    return state instanceof RowState.Unwritten ? Violation.Kind.REVIVED : Violation.Kind.WRONG;
  }

  private Violation violation(
      RowKey key, Violation.Kind kind, Optional<Reading> found, String where) {
    return new Violation(
        kind,
        where,
        key.toString(),
        "expected %s, found %s"
            .formatted(newest(key), found.map(Reading::toString).orElse("no row")));
  }

  /** Counts a violation; the first hundred are kept whole. */
  public void report(Violation violation) {
    violations.get(violation.kind()).increment();
    synchronized (samples) {
      if (samples.size() < MOST_SAMPLES) {
        samples.add(violation);
      }
    }
  }

  /** Every row that was ever written since the start. */
  public Set<RowKey> touchedKeys() {
    return Set.copyOf(touched.keySet());
  }

  /** Whether some write to the row failed, so that it may be either way. */
  public boolean isInDoubt(RowKey key) {
    KeyHistory history = touched.get(key);
    return history != null && history.isInDoubt();
  }

  /** Whether anything wrote the row since the start. */
  public boolean isTouched(RowKey key) {
    return touched.containsKey(key);
  }

  /** What was counted so far. */
  public Totals totals() {
    Map<WriteKind, Long> writes = new EnumMap<>(WriteKind.class);
    acknowledged.forEach((kind, count) -> writes.put(kind, count.sum()));
    Map<Violation.Kind, Long> found = new EnumMap<>(Violation.Kind.class);
    violations.forEach((kind, count) -> found.put(kind, count.sum()));
    synchronized (samples) {
      return new Totals(
          writes, unknown.sum(), touched.size(), judgedRows.sum(), found, List.copyOf(samples));
    }
  }

  private KeyHistory of(RowKey key) {
    return touched.computeIfAbsent(key, k -> new KeyHistory(initial.apply(k)));
  }

  /** A place in the history of a row. */
  public record ReadMark(RowKey key, long acknowledged) {}

  /**
   * Counted facts.
   *
   * @param acknowledged statements, by kind
   * @param unknown statements that failed
   * @param keysWritten rows written at least once
   * @param rowsJudged rows, or their absence, that reads found and that were judged
   * @param violations by kind
   * @param samples the first violations
   */
  public record Totals(
      Map<WriteKind, Long> acknowledged,
      long unknown,
      long keysWritten,
      long rowsJudged,
      Map<Violation.Kind, Long> violations,
      List<Violation> samples) {
    public Totals {
      acknowledged = Map.copyOf(acknowledged);
      violations = Map.copyOf(violations);
      samples = List.copyOf(samples);
    }

    public long acknowledgedWrites() {
      return acknowledged.values().stream().mapToLong(Long::longValue).sum();
    }

    public long violationCount() {
      return violations.values().stream().mapToLong(Long::longValue).sum();
    }
  }
}
