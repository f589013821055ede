package dev.rekey.cql.route;

import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.Values;
import dev.rekey.cql.Term;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A SELECT on the source that the target can answer, bucket after bucket. */
public final class ReadPlan implements Routing {
  private final KeyMapping mapping;
  private final Texts texts;
  private final KeyExpander expander;
  private final Sequence sequence;
  private final List<Term> limits;
  private final Combination combination;
  private final Terms terms;

  /** Only the planner of reads makes one. */
  ReadPlan(
      KeyMapping mapping, Texts texts, KeyExpander expander, Sequence sequence, Limits limits) {
    this.mapping = mapping;
    this.texts = texts;
    this.expander = expander;
    this.sequence = sequence;
    this.limits = limits.limits();
    this.terms = limits.terms();
    this.combination = limits.combination();
  }

  /** What becomes of the answers of several buckets. */
  public enum Combination {
    /** Their rows follow each other. */
    ROWS,
    /** One row of counts each: the counts are added. */
    SUM_OF_COUNTS,
    /** There is no exact way: such a query is served only if one bucket answers it. */
    ONE_BUCKET
  }

  /** The statement in its forms: from the start on either table, and from a last row on. */
  record Texts(Template target, Optional<Resumed> resumed, OptionalInt cursorColumn) {}

  /** The statement that goes on after a row, on either table. */
  record Resumed(Template source, Template target) {}

  /**
   * In which order buckets follow each other.
   *
   * @param cursor the one clustering column that is not fixed, if it is exactly one
   */
  record Sequence(
      Optional<String> cursor, boolean descending, Comparator<Map<String, ByteBuffer>> order) {}

  record Limits(List<Term> limits, Terms terms, Combination combination) {}

  public KeyMapping mapping() {
    return mapping;
  }

  /** What becomes of the answers of several buckets. */
  public Combination combination() {
    return combination;
  }

  public String targetText() {
    return texts.target().text();
  }

  /** The target's text with where its values come from. */
  public Template targetTemplate() {
    return texts.target();
  }

  /**
   * One statement per target partition, in the order in which their rows must be returned; never
   * empty.
   *
   * @throws UnroutableException if the bound values allow none
   */
  public List<BoundCql> buckets(Bindings bindings) {
    return sorted(bindings).stream().map(values -> texts.target().fill(bindings, values)).toList();
  }

  /**
   * The source column whose value in the last row is enough to go on after that row; empty if there
   * is no such column.
   */
  public Optional<String> cursor() {
    return texts.resumed().isPresent() ? sequence.cursor() : Optional.empty();
  }

  /** Where the rows show that column, from 0; empty if they do not, or there is none. */
  public OptionalInt cursorColumn() {
    return cursor().isPresent() ? texts.cursorColumn() : OptionalInt.empty();
  }

  /** The buckets from a last row on. Only where there is a {@link #cursor}. */
  public List<BoundCql> bucketsAfter(ByteBuffer lastSeen, int rowsLeft, Bindings bindings) {
    List<BoundCql> statements = new ArrayList<>();
    for (Map<String, ByteBuffer> values : sorted(bindings)) {
      if (!isBefore(values, lastSeen)) {
        statements.add(resumed().target().fill(bindings, withPosition(values, lastSeen, rowsLeft)));
      }
    }
    return List.copyOf(statements);
  }

  /** The statement on the source from a last row on. Only where there is a {@link #cursor}. */
  public BoundCql sourceAfter(ByteBuffer lastSeen, int rowsLeft, Bindings bindings) {
    return resumed().source().fill(bindings, withPosition(Map.of(), lastSeen, rowsLeft));
  }

  /** The application's LIMIT; {@link Integer#MAX_VALUE} if there is none. */
  public int limit(Bindings bindings) {
    int least = Integer.MAX_VALUE;
    for (Term limit : limits) {
      Optional<ByteBuffer> bytes = terms.bytes(limit, "int", bindings);
      if (bytes.isPresent() && bytes.get().remaining() == Integer.BYTES) {
        least = Math.min(least, bytes.get().getInt(bytes.get().position()));
      }
    }
    return least;
  }

  private Resumed resumed() {
    return texts.resumed().orElseThrow(() -> new IllegalStateException("no cursor"));
  }

  private List<Map<String, ByteBuffer>> sorted(Bindings bindings) {
    List<Map<String, ByteBuffer>> all = new ArrayList<>(expander.expand(bindings));
    if (all.isEmpty()) {
      throw new UnroutableException(
          RefusalCode.UNBOUNDED,
          "its range is empty, so no partition of the target can answer it",
          "ask for a range that begins before it ends");
    }
    if (combination == Combination.ONE_BUCKET && all.size() > 1) {
      throw new UnroutableException(
          RefusalCode.AGGREGATE,
          "an aggregate over %d target partitions is not put together".formatted(all.size()),
          "select the rows and aggregate in the application, or ask for one target partition at a time");
    }
    all.sort(sequence.order());
    if (sequence.descending()) {
      Collections.reverse(all);
    }
    return all;
  }

  private static Map<String, ByteBuffer> withPosition(
      Map<String, ByteBuffer> values, ByteBuffer lastSeen, int rowsLeft) {
    Map<String, ByteBuffer> more = new HashMap<>(values);
    more.put(Template.nameOf(new Hole.LastSeen()), lastSeen);
    more.put(Template.nameOf(new Hole.RowsLeft()), ByteBuffer.allocate(4).putInt(0, rowsLeft));
    return more;
  }

  /** Whether a bucket was left behind when the last row was seen. */
  private boolean isBefore(Map<String, ByteBuffer> bucket, ByteBuffer lastSeen) {
    Map<String, ByteBuffer> ofLast = new HashMap<>(bucket);
    Values last = Values.of(Map.of(sequence.cursor().orElseThrow(), lastSeen));
    for (KeyExpander.Axis axis : expander.axes()) {
      if (axis instanceof KeyExpander.Axis.Between between) {
        ((Derivation) between.rule())
            .apply(last)
            .ifPresent(value -> ofLast.put(between.column().name(), value));
      }
    }
    int compared = sequence.order().compare(bucket, ofLast);
    return sequence.descending() ? compared > 0 : compared < 0;
  }
}
