package dev.rekey.cql.route;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.Values;
import dev.rekey.cql.InValues;
import dev.rekey.cql.Term;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A value that a statement gives for a computed column of the target, with the values it is
 * computed from.
 *
 * @param inputs by source column; one that is not named is null
 */
record Agreement(
    Terms terms, Column column, Derivation rule, Term given, Map<String, Input> inputs) {
  private static final int MAX_COMBINATIONS = 256;

  Agreement {
    inputs = Map.copyOf(inputs);
  }

  /** What a statement says of one source column: a value, or a list of them. */
  record Input(Column column, List<Term> values, Optional<Term.Marker> list) {
    static Input of(Column column, Term value) {
      return new Input(column, List.of(value), Optional.empty());
    }

    static Input of(Column column, InValues values) {
      return new Input(column, values.terms(), values.marker());
    }

    boolean isComputable(Terms terms) {
      return values.stream().allMatch(value -> terms.isComputable(value, column.type()));
    }
  }

  boolean isComputable() {
    return terms.isComputable(given, column.type())
        && inputs.values().stream().allMatch(input -> input.isComputable(terms));
  }

  Optional<ByteBuffer> given(Bindings bindings) {
    return terms.bytes(given, column.type(), bindings);
  }

  /**
   * @throws UnroutableException if it is not what the rule gives for every row the statement is
   *     about
   */
  void require(Bindings bindings) {
    Optional<ByteBuffer> given = given(bindings);
    for (Map<String, ByteBuffer> values : combinations(bindings)) {
      Optional<ByteBuffer> computed = computed(values);
      if (!given.equals(computed)) {
        throw mismatch(given, computed);
      }
    }
  }

  private Optional<ByteBuffer> computed(Map<String, ByteBuffer> values) {
    try {
      return rule.apply(Values.of(values));
    } catch (IllegalArgumentException e) {
      throw new UnroutableException(
          RefusalCode.NULL_KEY,
          "a value bound to its key cannot be mapped: " + e.getMessage(),
          "bind a value of the column's type");
    }
  }

  private List<Map<String, ByteBuffer>> combinations(Bindings bindings) {
    List<Map<String, ByteBuffer>> combinations = List.of(Map.of());
    for (Map.Entry<String, Input> input : inputs.entrySet()) {
      List<Map<String, ByteBuffer>> more = new ArrayList<>();
      for (Map<String, ByteBuffer> values : combinations) {
        for (Optional<ByteBuffer> value : values(input.getValue(), bindings)) {
          Map<String, ByteBuffer> with = new HashMap<>(values);
          value.ifPresent(bytes -> with.put(input.getKey(), bytes));
          more.add(with);
        }
      }
      if (more.size() > MAX_COMBINATIONS) {
        throw new UnroutableException(
            RefusalCode.TOO_MANY_PARTITIONS,
            "it gives one value of %s for more than %d rows"
                .formatted(column.name(), MAX_COMBINATIONS),
            "split it into statements over shorter lists");
      }
      combinations = more;
    }
    return combinations;
  }

  private List<Optional<ByteBuffer>> values(Input input, Bindings bindings) {
    if (input.list().isPresent()) {
      return bindings
          .marker(input.list().get().index())
          .bytes()
          .flatMap(ListBytes::elements)
          .map(elements -> elements.stream().map(Optional::of).toList())
          .orElse(List.of(Optional.empty()));
    }
    return input.values().stream()
        .map(term -> terms.bytes(term, input.column().type(), bindings))
        .toList();
  }

  private UnroutableException mismatch(Optional<ByteBuffer> given, Optional<ByteBuffer> computed) {
    return new UnroutableException(
        RefusalCode.COMPUTED_COLUMN,
        "it gives %s for column %s of the target, which is %s, that is %s for this row"
            .formatted(text(given), column.name(), rule.expression(), text(computed)),
        "give what the rule gives, or use the source's name and leave the column out");
  }

  private static String text(Optional<ByteBuffer> value) {
    return value
        .map(
            bytes -> {
              byte[] copy = new byte[Math.min(bytes.remaining(), 32)];
              bytes.duplicate().get(copy);
              return "0x" + HexFormat.of().formatHex(copy);
            })
        .orElse("null");
  }
}
