package dev.rekey.cql.route;

import static java.util.Objects.requireNonNull;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.Values;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A statement that names the target, in terms of the source: the same statement with the source's
 * names and without the computed columns, whose values must be those that the rules give.
 */
public final class InversePlan implements Routing {
  private final KeyMapping mapping;
  private final Template source;
  private final List<InverseWhere.Merged> merged;
  private final List<Agreement> agreements;
  private final Optional<Shown> shown;
  private final boolean keepsIndex;

  /** Only {@link Inversion} makes one. */
  InversePlan(
      KeyMapping mapping, Template source, InverseWhere.Found found, Optional<Shown> shown) {
    this.mapping = requireNonNull(mapping, "mapping is null");
    this.source = requireNonNull(source, "source is null");
    this.merged = List.copyOf(found.merged());
    this.agreements = List.copyOf(found.agreements());
    this.shown = requireNonNull(shown, "shown is null");
    this.keepsIndex = mapping.index().isPresent();
  }

  /**
   * How rows of the source become the rows that were asked for.
   *
   * @param cells the columns of those rows, in order
   * @param conditions the restrictions of computed columns, which the source cannot be asked for
   * @param header a query on the target with the same columns and nothing else in it
   */
  public record Shown(List<Cell> cells, List<Condition> conditions, String header) {
    public Shown {
      cells = List.copyOf(cells);
      conditions = List.copyOf(conditions);
    }
  }

  /** One column of a row, out of a row of the source. */
  public sealed interface Cell {

    /** The value at that place. */
    record Carried(int at) implements Cell {}

    /**
     * What a rule gives.
     *
     * @param places where the row has the columns that the rule reads
     */
    record Computed(Derivation rule, Map<String, Integer> places) implements Cell {
      public Computed {
        places = Map.copyOf(places);
      }
    }
  }

  /** A computed column and the value it must have; the value is a term of the statement. */
  public record Condition(Cell.Computed cell, Agreement agreement) {}

  /** A row of the source, by place. */
  @FunctionalInterface
  public interface SourceRow {
    /** The bytes at a place; empty if the column is null. */
    Optional<ByteBuffer> at(int place);
  }

  /** Whether rows of the target need entries in a bucket index. */
  public boolean keepsIndex() {
    return keepsIndex;
  }

  public KeyMapping mapping() {
    return mapping;
  }

  /** The statement's text on the source, its markers positional. */
  public String sourceText() {
    return source.text();
  }

  /** How rows are shown; empty for a write. */
  public Optional<Shown> shown() {
    return shown;
  }

  /**
   * The statement on the source.
   *
   * @throws UnroutableException if a value given for a computed column is not what its rule gives
   */
  public BoundCql source(Bindings bindings) {
    for (Agreement agreement : agreements) {
      agreement.require(bindings);
    }
    Map<String, ByteBuffer> computed = new HashMap<>();
    for (InverseWhere.Merged range : merged) {
      range.fill(bindings, computed);
    }
    return source.fill(bindings, computed);
  }

  /** The values of one row that was asked for; empty if a condition leaves the row out. */
  public Optional<List<Optional<ByteBuffer>>> row(SourceRow row, Bindings bindings) {
    for (Condition condition : shown.orElseThrow().conditions()) {
      Optional<ByteBuffer> wanted = condition.agreement().given(bindings);
      if (wanted.isEmpty() || !wanted.equals(value(condition.cell(), row))) {
        return Optional.empty();
      }
    }
    return Optional.of(shown.orElseThrow().cells().stream().map(cell -> value(cell, row)).toList());
  }

  private static Optional<ByteBuffer> value(Cell cell, SourceRow row) {
    if (cell instanceof Cell.Carried carried) {
      return row.at(carried.at());
    }
    Cell.Computed computed = (Cell.Computed) cell;
    Values values = name -> row.at(computed.places().get(name));
    return computed.rule().apply(values);
  }

  /** Whether a column of the target is computed rather than carried. */
  static boolean isComputed(KeyMapping mapping, Column column) {
    boolean carries =
        mapping.rule(column.name()) instanceof Derivation.Copy copy
            && mapping.carrier(copy.column()).filter(column::equals).isPresent();
    return !carries;
  }
}
