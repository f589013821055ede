package dev.rekey.cql.route;

import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.Values;
import dev.rekey.cql.Term;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/** A SELECT on the source that the target can answer, bucket after bucket. */
public final class ReadPlan implements Routing {
  /** Longer lists of buckets are asked of the index, which knows which of them there are. */
  private static final int MAX_WITHOUT_INDEX = 64;

  /** Buckets that are merged are read at once, a page of each held in memory. */
  static final int MAX_MERGED = 256;

  private final KeyMapping mapping;
  private final Texts texts;
  private final KeyExpander expander;
  private final Sequence sequence;
  private final Limits limits;
  private final Combined combined;

  /** Only the planner of reads makes one. */
  ReadPlan(KeyMapping mapping, Texts texts, KeyExpander expander, Sequence sequence, Ends ends) {
    this.mapping = mapping;
    this.texts = texts;
    this.expander = expander;
    this.sequence = sequence;
    this.limits = ends.limits();
    this.combined = ends.combined();
  }

  /** What becomes of the answers of several buckets. */
  public enum Combination {
    /** Their rows follow each other. */
    ROWS,
    /** One row of aggregates each: they are merged, column by column. */
    MERGED,
    /** There is no exact way: such a query is served only if one bucket answers it. */
    ONE_BUCKET
  }

  /**
   * One statement on one partition of the target.
   *
   * @param id tells it from the others of the same execution, whatever is added to them later
   * @param partition which of the source's partitions it is about, counted from 0
   * @param group buckets of one group have rows that interleave; without {@link #merge} each is a
   *     group of its own
   */
  public record Bucket(BoundCql statement, ByteBuffer id, int partition, int group) {}

  /**
   * The statement in its forms: from the start on either table, and from a last row on.
   *
   * @param cursorColumn where the application's rows show the cursor
   * @param mergeColumn where the target's rows show it, if rows must be merged by it
   * @param renamed the selected columns that the target's answer shows under names of its own
   */
  record Texts(
      Template target,
      Optional<Resumed> resumed,
      OptionalInt cursorColumn,
      OptionalInt mergeColumn,
      Map<Integer, Set<String>> renamed) {}

  /** The statement that goes on after a row, on either table. */
  record Resumed(Template source, Template target) {}

  /**
   * In which order buckets follow each other.
   *
   * @param cursor the one clustering column that is not fixed, if it is exactly one
   * @param descending whether its values fall from row to row
   * @param order of the computed columns, in the order of reading
   * @param merge the order of the cursor's values, if rows of buckets that compare equal interleave
   * @param onePartition whether that is the order of one partition of the source only
   */
  record Sequence(
      Optional<String> cursor,
      boolean descending,
      Comparator<Map<String, ByteBuffer>> order,
      Optional<Comparator<ByteBuffer>> merge,
      boolean onePartition) {}

  record Limits(Optional<Term> limit, Optional<Term> perPartition, Terms terms) {}

  /**
   * @param mergers one for each selected column where answers are merged
   * @param partitions the columns that tell the source's partitions apart
   */
  record Combined(Combination combination, List<Merger> mergers, Set<String> partitions) {}

  record Ends(Limits limits, Combined combined) {}

  public KeyMapping mapping() {
    return mapping;
  }

  /** What becomes of the answers of several buckets. */
  public Combination combination() {
    return combined.combination();
  }

  /** How each column is merged; empty unless that is what becomes of them. */
  public List<Merger> mergers() {
    return combined.mergers();
  }

  public String targetText() {
    return texts.target().text();
  }

  /** The target's text with where its values come from. */
  public Template targetTemplate() {
    return texts.target();
  }

  /** For a marker that {@link #targetTemplate} does not have. */
  public Optional<SplitMarker> splitMarker(int index) {
    return expander.splitMarker(index);
  }

  /**
   * The source columns that are part of the name of a result column, by its place, where the target
   * calls them otherwise: {@code writetime(value)} comes back as {@code writetime(amount)}.
   */
  public Map<Integer, Set<String>> renamed() {
    return texts.renamed();
  }

  /**
   * One statement per target partition, in the order in which their rows must be returned; never
   * empty.
   *
   * @throws UnroutableException if the bound values allow none
   */
  public List<Bucket> buckets(Bindings bindings) {
    return buckets(bindings, IndexRows.NOT_ASKED);
  }

  /**
   * The same with what the bucket index says, where it must be asked.
   *
   * @throws UnroutableException if the bound values allow none
   */
  public List<Bucket> buckets(Bindings bindings, IndexRows rows) {
    List<Map<String, ByteBuffer>> sorted = sorted(bindings, rows);
    return buckets(sorted, values -> texts.target().fill(bindings, values));
  }

  /** Whether only the bucket index can tell the target partitions, whatever is bound. */
  public boolean needsIndex() {
    return expander.needsIndex();
  }

  /** Whether {@link #usesIndex} may say so of some values. */
  public boolean mayUseIndex() {
    return expander.mayUseIndex();
  }

  /** Whether the bucket index is to be asked before {@link #buckets}. */
  public boolean usesIndex(Bindings bindings) {
    return expander.usesIndex(bindings, MAX_WITHOUT_INDEX);
  }

  /**
   * What it is to be asked for.
   *
   * @throws UnroutableException if the bound values allow none
   */
  public List<IndexSlice> slices(Bindings bindings) {
    return expander.slices(bindings);
  }

  /**
   * The same for a page that begins in a bucket: those before it are not asked for again.
   *
   * @param bucket the {@link Bucket#id} of the page's first bucket
   */
  public List<IndexSlice> slicesFrom(ByteBuffer bucket, Bindings bindings) {
    List<IndexSlice> slices = slices(bindings);
    Optional<ByteBuffer> first =
        sequence
            .cursor()
            .flatMap(cursor -> expander.firstBucketColumn(cursor))
            .map(column -> BucketId.read(bucket, expander.computedColumns()).get(column));
    if (first.isEmpty() || slices.size() != 1) {
      return slices;
    }
    IndexSlice whole = slices.get(0);
    return List.of(
        sequence.descending()
            ? new IndexSlice(whole.partition(), whole.low(), first)
            : new IndexSlice(whole.partition(), first, whole.high()));
  }

  private List<Bucket> buckets(
      List<Map<String, ByteBuffer>> sorted, Function<Map<String, ByteBuffer>, BoundCql> statement) {
    if (sorted.size() == 1) {
      Map<String, ByteBuffer> only = sorted.get(0);
      return List.of(new Bucket(statement.apply(only), BucketId.of(only), 0, 0));
    }
    List<Bucket> buckets = new ArrayList<>();
    Map<String, ByteBuffer> before = Map.of();
    int partition = -1;
    int group = -1;
    int merged = 0;
    for (Map<String, ByteBuffer> values : sorted) {
      boolean first = buckets.isEmpty();
      partition += first || !partition(values).equals(partition(before)) ? 1 : 0;
      requireOrder(partition);
      boolean joins =
          !first && merge().isPresent() && sequence.order().compare(before, values) == 0;
      group += joins ? 0 : 1;
      merged = joins ? merged + 1 : 1;
      requireMergeable(merged);
      buckets.add(new Bucket(statement.apply(values), BucketId.of(values), partition, group));
      before = values;
    }
    return List.copyOf(buckets);
  }

  /** The server orders rows of several partitions only where it may not page; that is not done. */
  private void requireOrder(int partition) {
    if (partition > 0 && sequence.onePartition()) {
      throw new UnroutableException(
          RefusalCode.ORDER,
          "rows of several partitions would have to be merged into order",
          "leave ORDER BY out, or ask for one partition at a time");
    }
  }

  private static void requireMergeable(int buckets) {
    if (buckets > MAX_MERGED) {
      throw new UnroutableException(
          RefusalCode.TOO_MANY_PARTITIONS,
          "the rows of more than %d target partitions would have to be merged"
              .formatted(MAX_MERGED),
          "use fewer shards, or fix the columns they are computed from");
    }
  }

  private Map<String, ByteBuffer> partition(Map<String, ByteBuffer> values) {
    Map<String, ByteBuffer> partition = new HashMap<>(values);
    partition.keySet().retainAll(combined.partitions());
    return partition;
  }

  /**
   * The order by which the rows of one group of buckets are merged, applied to the values of {@link
   * #mergeColumn}; empty if bucket follows bucket.
   */
  public Optional<Comparator<ByteBuffer>> merge() {
    return sequence.merge();
  }

  /** Where the target's rows show the cursor; present if and only if {@link #merge} is. */
  public OptionalInt mergeColumn() {
    return texts.mergeColumn();
  }

  /** Whether the target's last column was added for {@link #merge} and is not for the reader. */
  public boolean hidesLastColumn() {
    return merge().isPresent() && texts.cursorColumn().isEmpty();
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

  /**
   * The buckets from a last row on. Only where there is a {@link #cursor}.
   *
   * @param rows what the bucket index says, where it must be asked
   */
  public List<Bucket> bucketsAfter(
      ByteBuffer lastSeen, int rowsLeft, Bindings bindings, IndexRows rows) {
    List<Map<String, ByteBuffer>> left =
        sorted(bindings, rows).stream().filter(values -> !isBefore(values, lastSeen)).toList();
    return buckets(
        left,
        values -> resumed().target().fill(bindings, withPosition(values, lastSeen, rowsLeft)));
  }

  /** The statement on the source from a last row on. Only where there is a {@link #cursor}. */
  public BoundCql sourceAfter(ByteBuffer lastSeen, int rowsLeft, Bindings bindings) {
    return resumed().source().fill(bindings, withPosition(Map.of(), lastSeen, rowsLeft));
  }

  /**
   * Whether no row can be meant, because a list of values is empty: the one bucket that is then
   * asked gives the columns, and its rows must be left out, its aggregates be those of nothing.
   */
  public boolean isAboutNothing(Bindings bindings) {
    return combined.combination() != Combination.ONE_BUCKET && expander.isAboutNothing(bindings);
  }

  /** The same where the bucket index was asked, and shows none. */
  public boolean isAboutNothing(Bindings bindings, IndexRows rows) {
    return rows.asked() ? expander.expand(bindings, rows).isEmpty() : isAboutNothing(bindings);
  }

  /** The application's LIMIT; {@link Integer#MAX_VALUE} if there is none. */
  public int limit(Bindings bindings) {
    return number(limits.limit(), bindings);
  }

  /** The application's PER PARTITION LIMIT; {@link Integer#MAX_VALUE} if there is none. */
  public int perPartitionLimit(Bindings bindings) {
    return number(limits.perPartition(), bindings);
  }

  private int number(Optional<Term> term, Bindings bindings) {
    return term.flatMap(t -> limits.terms().bytes(t, "int", bindings))
        .filter(bytes -> bytes.remaining() == Integer.BYTES)
        .map(bytes -> bytes.getInt(bytes.position()))
        .orElse(Integer.MAX_VALUE);
  }

  private Resumed resumed() {
    return texts.resumed().orElseThrow(() -> new IllegalStateException("no cursor"));
  }

  private List<Map<String, ByteBuffer>> sorted(Bindings bindings, IndexRows rows) {
    if (expander.isAboutNothing(bindings)) {
      return nothing(bindings);
    }
    List<Map<String, ByteBuffer>> all = new ArrayList<>(expander.expand(bindings, rows));
    if (all.isEmpty()) {
      return List.of(expander.anyStatement(bindings));
    }
    if (all.size() > 1) {
      requireOneBucket(all.size() + " target partitions");
    }
    all.sort(sequence.order());
    return all;
  }

  /** One bucket is asked, for the names and types of the columns. */
  private List<Map<String, ByteBuffer>> nothing(Bindings bindings) {
    if (combined.combination() == Combination.ONE_BUCKET && expander.splitsNothing(bindings)) {
      throw new UnroutableException(
          RefusalCode.AGGREGATE,
          "an aggregate over an empty list of partitions is not put together",
          "give at least one value");
    }
    return List.of(expander.anyStatement(bindings));
  }

  private void requireOneBucket(String asked) {
    if (combined.combination() == Combination.ONE_BUCKET) {
      throw new UnroutableException(
          RefusalCode.AGGREGATE,
          "an aggregate over %s is not put together".formatted(asked),
          "select the rows and aggregate in the application, or ask for one target partition at a"
              + " time");
    }
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
    for (Axis axis : expander.axes()) {
      if (axis instanceof Axis.Between between) {
        ((Derivation) between.rule())
            .apply(last)
            .ifPresent(value -> ofLast.put(between.column().name(), value));
      } else if (axis instanceof Axis.Indexed indexed) {
        indexed.rule().apply(last).ifPresent(value -> ofLast.put(indexed.column().name(), value));
      }
    }
    return sequence.order().compare(bucket, ofLast) < 0;
  }
}
