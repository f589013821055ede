package dev.rekey.cql.route;

import dev.rekey.core.mapping.ListedDelete;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** CQL text with holes; immutable. */
public final class Template {
  private final String text;
  private final List<Hole> holes;

  private Template(String text, List<Hole> holes) {
    this.text = text;
    this.holes = List.copyOf(holes);
  }

  /** The text, each hole a positional marker. */
  public String text() {
    return text;
  }

  /** The holes in the order of their markers. */
  public List<Hole> holes() {
    return holes;
  }

  /** Fills every hole. */
  BoundCql fill(Bindings bindings, Map<String, ByteBuffer> computed) {
    BoundValue[] values = new BoundValue[holes.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(holes.get(i), bindings, computed);
    }
    return new BoundCql(text, List.of(values));
  }

  /** The same for a delete in buckets that are not known yet. */
  ListedDelete listed(Bindings bindings, Map<String, ByteBuffer> known) {
    List<ListedDelete.Slot> slots = new ArrayList<>(holes.size());
    for (Hole hole : holes) {
      slots.add(slot(hole, bindings, known));
    }
    return new ListedDelete(text, slots);
  }

  private static ListedDelete.Slot slot(
      Hole hole, Bindings bindings, Map<String, ByteBuffer> known) {
    if (hole instanceof Hole.Computed computed && !known.containsKey(computed.column())) {
      return new ListedDelete.OfBucket(computed.column());
    }
    return value(hole, bindings, known)
        .bytes()
        .<ListedDelete.Slot>map(ListedDelete.Value::new)
        .orElseGet(ListedDelete.Unset::new);
  }

  private static BoundValue value(Hole hole, Bindings bindings, Map<String, ByteBuffer> computed) {
    if (hole instanceof Hole.Marker marker) {
      return bindings.marker(marker.index());
    }
    if (hole instanceof Hole.Evaluated evaluated) {
      return BoundValue.of(bindings.evaluated(evaluated));
    }
    String name = nameOf(hole);
    ByteBuffer bytes = computed.get(name);
    if (bytes == null) {
      throw new IllegalStateException("Cannot fill '%s': no value was computed".formatted(name));
    }
    return BoundValue.of(bytes);
  }

  /** Under which name the computed values hold it; column names never start with a bracket. */
  static String nameOf(Hole hole) {
    return hole instanceof Hole.Computed computed ? computed.column() : "[" + hole + "]";
  }

  /** Puts a template together from left to right. */
  static final class Builder {
    private final StringBuilder text = new StringBuilder();
    private final List<Hole> holes = new ArrayList<>();

    Builder text(String part) {
      text.append(part);
      return this;
    }

    Builder hole(Hole hole) {
      text.append('?');
      holes.add(hole);
      return this;
    }

    Builder append(Template other) {
      text.append(other.text);
      holes.addAll(other.holes);
      return this;
    }

    Template build() {
      return new Template(text.toString(), holes);
    }
  }
}
