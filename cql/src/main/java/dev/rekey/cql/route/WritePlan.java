package dev.rekey.cql.route;

import dev.rekey.core.mapping.BucketIndex;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.ListedDelete;
import dev.rekey.core.state.Leg;
import dev.rekey.cql.Term;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A write that both tables can take. */
public final class WritePlan implements Routing {

  /** What the statement does. */
  public enum Verb {
    INSERT,
    UPDATE,
    DELETE
  }

  /**
   * What the statement changes, and whether it can be repeated.
   *
   * @param conditional whether the server decides it: an IF
   * @param touchesLists whether it changes elements of lists that are not frozen
   * @param deletesRow whether it deletes rows and not cells
   * @param columns the regular columns it may change, as the source names them
   */
  public record Change(
      Verb verb,
      boolean conditional,
      boolean touchesLists,
      boolean deletesRow,
      Set<String> columns) {
    public Change {
      columns = Set.copyOf(columns);
    }
  }

  private final KeyMapping mapping;
  private final Change change;
  private final Pair plain;
  private final Pair expiring;
  private final boolean sourceChanged;
  private final KeyExpander expander;
  private final boolean indexed;
  private final Optional<Term> timestamp;
  private final Optional<Term> ttl;
  private final Optional<JsonWrite> json;

  /** Only the planner of writes makes one. */
  WritePlan(
      KeyMapping mapping,
      Change change,
      Texts texts,
      KeyExpander expander,
      Timing timing,
      Optional<JsonWrite> json) {
    this.mapping = mapping;
    this.indexed = mapping.index().isPresent();
    this.change = change;
    this.plain = texts.plain();
    this.expiring = texts.expiring();
    this.sourceChanged = texts.sourceChanged();
    this.expander = expander;
    this.timestamp = timing.timestamp();
    this.ttl = timing.ttl();
    this.json = json;
  }

  record Texts(Pair plain, Pair expiring, boolean sourceChanged) {}

  /** One statement for each table. */
  record Pair(Template source, Template target) {}

  record Timing(Optional<Term> timestamp, Optional<Term> ttl) {}

  public KeyMapping mapping() {
    return mapping;
  }

  public Verb verb() {
    return change.verb();
  }

  /** Whether it deletes rows that may hold lists, which others copy as a whole. */
  public boolean deletesLists() {
    return change.deletesRow()
        && expander.names(mapping.source().primaryKey())
        && mapping.source().regulars().stream().anyMatch(OnceChecks::isList);
  }

  /** What it changes. */
  public Change change() {
    return change;
  }

  /**
   * Whether it may be sent once only, to one table, whose state the other one is then given: its
   * outcome or what it does depends on what is there.
   */
  public boolean isOnce() {
    return change.conditional() || change.touchesLists();
  }

  /**
   * Whether the application's own text cannot be sent to the source as it is, because a function in
   * it must be replaced by the client's result.
   */
  public boolean changesSource() {
    return sourceChanged;
  }

  /** The statement for the source, its markers positional. */
  public BoundCql source(Bindings bindings) {
    return plain.source().fill(bindings, Map.of());
  }

  /**
   * The statements for the target, at least one.
   *
   * @throws UnroutableException if the bound values allow none
   */
  public List<BoundCql> target(Bindings bindings) {
    return target(bindings, IndexRows.NOT_ASKED);
  }

  /**
   * The same with what the bucket index says, where it must be asked; none if it shows no bucket.
   *
   * @throws UnroutableException if the bound values allow none
   */
  public List<BoundCql> target(Bindings bindings, IndexRows rows) {
    List<Map<String, ByteBuffer>> all =
        rows.asked() ? expander.expand(bindings, rows) : expanded(bindings);
    if (all.size() == 1) {
      return List.of(plain.target().fill(bindings, all.get(0)));
    }
    return all.stream().map(computed -> plain.target().fill(bindings, computed)).toList();
  }

  /**
   * The entries of the bucket index that must be there before the rows are; empty where there is no
   * index, and for a DELETE, which makes no row.
   *
   * @throws UnroutableException if a part of a key is null
   */
  public Set<BucketIndex.Entry> entries(Bindings bindings) {
    if (change.verb() == Verb.DELETE || !indexed) {
      return Set.of();
    }
    return expander.entries(json.<Bindings>map(j -> j.of(bindings)).orElse(bindings));
  }

  /** Whether it deletes in buckets that only the bucket index can tell. */
  public boolean needsIndex() {
    return expander.needsIndex();
  }

  /**
   * What the index is to be asked for, where {@link #needsIndex}.
   *
   * @throws UnroutableException if the bound values allow none
   */
  public List<IndexSlice> slices(Bindings bindings) {
    return expander.slices(bindings);
  }

  /**
   * The delete as it must be kept for buckets that are opened later, by the source's partition key;
   * where {@link #needsIndex}.
   *
   * @throws UnroutableException if the bound values allow none
   */
  public Map<List<ByteBuffer>, List<ListedDelete>> listed(Bindings bindings) {
    Map<List<ByteBuffer>, List<ListedDelete>> listed = new LinkedHashMap<>();
    expander
        .unlisted(bindings)
        .forEach(
            (partition, all) ->
                listed.put(
                    partition,
                    all.stream().map(known -> plain.target().listed(bindings, known)).toList()));
    return listed;
  }

  /** What fills the holes of each statement for the target, beside the application's values. */
  private List<Map<String, ByteBuffer>> expanded(Bindings bindings) {
    if (json.isEmpty()) {
      return expander.expand(bindings);
    }
    JsonBindings object = json.get().of(bindings);
    List<Map<String, ByteBuffer>> all = new ArrayList<>();
    for (Map<String, ByteBuffer> computed : expander.expand(object)) {
      Map<String, ByteBuffer> more = new HashMap<>(computed);
      more.put(Template.nameOf(new Hole.TargetJson()), object.target(computed));
      all.add(more);
    }
    return all;
  }

  /**
   * The same statements with a marker where the seconds to live stand, for a write that is sent
   * again later: what expires must then be written with what is left of its life.
   *
   * @param secondsToLive what is bound to that marker
   */
  public List<BoundCql> expiring(Leg leg, Bindings bindings, int secondsToLive) {
    ByteBuffer seconds = ByteBuffer.allocate(4).putInt(0, secondsToLive);
    String name = Template.nameOf(new Hole.SecondsToLive());
    if (leg == Leg.SOURCE) {
      return List.of(expiring.source().fill(bindings, Map.of(name, seconds)));
    }
    List<BoundCql> statements = new ArrayList<>();
    for (Map<String, ByteBuffer> computed : expanded(bindings)) {
      Map<String, ByteBuffer> more = new HashMap<>(computed);
      more.put(name, seconds);
      statements.add(expiring.target().fill(bindings, more));
    }
    return List.copyOf(statements);
  }

  /** Which marker of the statements of {@link #expiring} takes the seconds to live. */
  public int ttlMarker(Leg leg) {
    Template template = leg == Leg.SOURCE ? expiring.source() : expiring.target();
    return template.holes().indexOf(new Hole.SecondsToLive());
  }

  /** The target's text; one text, whatever is bound. */
  public String targetText() {
    return plain.target().text();
  }

  /** The target's text with where its values come from. */
  public Template targetTemplate() {
    return plain.target();
  }

  /** For a marker that {@link #targetTemplate} does not have. */
  public Optional<SplitMarker> splitMarker(int index) {
    boolean isJson =
        json.filter(j -> j.json() instanceof Term.Marker marker && marker.index() == index)
            .isPresent();
    return isJson
        ? Optional.of(new SplitMarker(new Hole.TargetJson(), false))
        : expander.splitMarker(index);
  }

  /**
   * The known leading part of the source's primary key: all of it for one row, less for a range.
   *
   * @throws UnroutableException if the bound values allow none
   */
  public List<ByteBuffer> sourceKey(Bindings bindings) {
    Bindings all = json.<Bindings>map(j -> j.of(bindings)).orElse(bindings);
    List<Map<String, ByteBuffer>> keys = expander.keys(all);
    List<ByteBuffer> key = new ArrayList<>();
    if (keys.size() == 1) {
      for (Column column : mapping.source().primaryKey()) {
        ByteBuffer value = keys.get(0).get(column.name());
        if (value == null) {
          break;
        }
        key.add(value);
      }
    }
    return List.copyOf(key);
  }

  /**
   * The whole source key of every row it is about; empty if it does not name each of them.
   *
   * @throws UnroutableException if the bound values allow none
   */
  public Optional<List<List<ByteBuffer>>> sourceKeys(Bindings bindings) {
    Bindings all = json.<Bindings>map(j -> j.of(bindings)).orElse(bindings);
    List<List<ByteBuffer>> keys = new ArrayList<>();
    for (Map<String, ByteBuffer> values : expander.keys(all)) {
      List<ByteBuffer> key = new ArrayList<>();
      for (Column column : mapping.source().primaryKey()) {
        ByteBuffer value = values.get(column.name());
        if (value == null) {
          return Optional.empty();
        }
        key.add(value);
      }
      keys.add(List.copyOf(key));
    }
    return Optional.of(keys);
  }

  /** The timestamp the statement itself gives, in microseconds. */
  public OptionalLong timestamp(Bindings bindings) {
    return Terms.number(timestamp, "bigint", bindings);
  }

  /** Whether the statement itself gives a timestamp. */
  public boolean namesTimestamp() {
    return timestamp.isPresent();
  }

  /**
   * The TTL the statement itself gives, in seconds; 0 means none. A bound null means none too,
   * while an unset marker leaves it to the table's default.
   */
  public OptionalLong ttl(Bindings bindings) {
    boolean isNull =
        ttl.filter(Term.Marker.class::isInstance)
            .map(marker -> bindings.marker(((Term.Marker) marker).index()))
            .filter(value -> !value.isUnset() && value.bytes().isEmpty())
            .isPresent();
    if (isNull) {
      return OptionalLong.of(0);
    }
    return Terms.number(ttl, "int", bindings);
  }
}
