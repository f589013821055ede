package dev.rekey.core.mapping;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * A pure function of stored data that fills a target column. The set is closed and defined only
 * here, so that the interceptor, the backfill and the verification always compute the same bytes.
 *
 * <p>All time functions work in UTC with floor semantics for instants before 1970.
 */
public sealed interface Derivation
    permits Derivation.Copy,
        Derivation.Constant,
        Derivation.IfNull,
        TimeDerivation,
        IntegerBucket,
        Shard,
        TimeuuidTimestamp,
        IntegerDivide {

  /** The canonical text, readable again by {@link Derivations#parse}. */
  String expression();

  /** The source columns it reads, in order. */
  List<String> sources();

  /**
   * The CQL type of the result.
   *
   * @throws IllegalArgumentException if the source columns do not have a type it works on
   */
  String resultType(TableShape source);

  /** The result; empty if an input it needs is null. */
  Optional<ByteBuffer> apply(Values values);

  /**
   * A derivation of one column that never decreases when the column grows; its values between two
   * inputs can therefore be listed, which turns a range of the source into buckets of the target.
   */
  interface Monotone {
    /** The one source column. */
    String column();

    /**
     * Every value the derivation takes for inputs from {@code low} to {@code high}, both included,
     * ascending.
     *
     * @throws TooManyBucketsException if there are more than {@code limit}
     */
    List<ByteBuffer> between(ByteBuffer low, ByteBuffer high, int limit);

    /**
     * The way back: all the inputs for which the derivation takes a value, as numbers (milliseconds
     * where the column is a timestamp); empty if it never takes that value.
     */
    Optional<Inputs> inputs(ByteBuffer value);
  }

  /** The inputs from the first to the last, both included. */
  record Inputs(long first, long last) {}

  /** A derivation with few possible values, whatever the input. */
  interface Finite {
    /** Every value it can take, ascending. */
    List<ByteBuffer> all();
  }

  /** The source column, unchanged: a rename, or the same name. */
  record Copy(String column) implements Derivation {
    @Override
    public String expression() {
      return Identifiers.quoteIfNeeded(column);
    }

    @Override
    public List<String> sources() {
      return List.of(column);
    }

    @Override
    public String resultType(TableShape source) {
      return source.requireColumn(column).type();
    }

    @Override
    public Optional<ByteBuffer> apply(Values values) {
      return values.of(column);
    }
  }

  /** The same value for every row: {@code constant('names')}, {@code constant(7 as int)}. */
  record Constant(TypedLiteral literal) implements Derivation, Finite {
    @Override
    public String expression() {
      return "constant(" + literal.text() + ")";
    }

    @Override
    public List<String> sources() {
      return List.of();
    }

    @Override
    public String resultType(TableShape source) {
      return literal.type();
    }

    @Override
    public Optional<ByteBuffer> apply(Values values) {
      return Optional.of(literal.bytes());
    }

    @Override
    public List<ByteBuffer> all() {
      return List.of(literal.bytes());
    }
  }

  /** The column, or a declared value where it is null: {@code if-null(region, 'none')}. */
  record IfNull(String column, TypedLiteral literal) implements Derivation {
    @Override
    public String expression() {
      return "if-null(" + Identifiers.quoteIfNeeded(column) + ", " + literal.text() + ")";
    }

    @Override
    public List<String> sources() {
      return List.of(column);
    }

    @Override
    public String resultType(TableShape source) {
      String type = source.requireColumn(column).type();
      if (!CqlType.same(type, literal.type())) {
        throw new IllegalArgumentException(
            "Cannot use %s: column %s is %s, the value is %s"
                .formatted(expression(), column, type, literal.type()));
      }
      return type;
    }

    @Override
    public Optional<ByteBuffer> apply(Values values) {
      return Optional.of(values.of(column).orElseGet(literal::bytes));
    }
  }
}
