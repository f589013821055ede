package dev.rekey.cql;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An expression: the value side of a write or a restriction, or an entry of a SELECT list. {@link
 * Column}, {@link Field}, {@link Element}, {@link Slice}, {@link Metadata} and {@link CountRows}
 * appear in a SELECT list only.
 */
public sealed interface Term {

  /** Where it stands. */
  Span span();

  /** The parts in the order of the text. */
  default List<Term> children() {
    return List.of();
  }

  /** This and all the terms in it, outside in. */
  default Stream<Term> walk() {
    return Stream.concat(Stream.of(this), children().stream().flatMap(Term::walk));
  }

  /**
   * Whether a function is called anywhere in it. Casts, type hints and arithmetic are not
   * functions.
   */
  default boolean containsFunctionCall() {
    return walk().anyMatch(FunctionCall.class::isInstance);
  }

  /** Whether its value is known only with the bound values. */
  default boolean containsMarker() {
    return walk().anyMatch(Marker.class::isInstance);
  }

  /** What a literal was written as. */
  enum LiteralKind {
    STRING,
    INTEGER,
    FLOAT,
    BOOLEAN,
    DURATION,
    UUID,
    HEX
  }

  /**
   * A constant. The text of a string is its content (quotes resolved), of anything else as written.
   */
  record Literal(LiteralKind kind, String text, Span span) implements Term {
    public Literal {
      requireNonNull(kind, "kind is null");
      requireNonNull(text, "text is null");
      requireNonNull(span, "span is null");
    }
  }

  /** The word NULL. */
  record Null(Span span) implements Term {}

  /**
   * A bind marker; {@code index} counts all markers of the request from 0 in the order of the text.
   */
  record Marker(int index, Optional<String> name, Span span) implements Term {}

  /** A function, by its internal name. */
  record FunctionCall(Optional<String> keyspace, String name, List<Term> arguments, Span span)
      implements Term {
    public FunctionCall {
      arguments = List.copyOf(arguments);
    }

    @Override
    public List<Term> children() {
      return arguments;
    }
  }

  /** {@code CAST(operand AS type)}. */
  record Cast(Term operand, CqlType type, Span span) implements Term {
    @Override
    public List<Term> children() {
      return List.of(operand);
    }
  }

  /** {@code (type) operand}. */
  record TypeHint(CqlType type, Term operand, Span span) implements Term {
    @Override
    public List<Term> children() {
      return List.of(operand);
    }
  }

  /** {@code [..]}: a list or a vector, as the column decides. */
  record ListLiteral(List<Term> elements, Span span) implements Term {
    public ListLiteral {
      elements = List.copyOf(elements);
    }

    @Override
    public List<Term> children() {
      return elements;
    }
  }

  /** {@code {..}}; when empty, a set or a map, as the column decides. */
  record SetLiteral(List<Term> elements, Span span) implements Term {
    public SetLiteral {
      elements = List.copyOf(elements);
    }

    @Override
    public List<Term> children() {
      return elements;
    }
  }

  /** {@code {k: v}}. */
  record MapLiteral(List<Entry> entries, Span span) implements Term {
    public MapLiteral {
      entries = List.copyOf(entries);
    }

    @Override
    public List<Term> children() {
      return entries.stream().flatMap(entry -> Stream.of(entry.key(), entry.value())).toList();
    }
  }

  /** One entry of a map. */
  record Entry(Term key, Term value) {}

  /** {@code {field: v}}: a user-defined type. */
  record UdtLiteral(List<FieldValue> fields, Span span) implements Term {
    public UdtLiteral {
      fields = List.copyOf(fields);
    }

    @Override
    public List<Term> children() {
      return fields.stream().map(FieldValue::value).toList();
    }
  }

  /** One field of a user-defined type's value. */
  record FieldValue(Identifier field, Term value) {}

  /** {@code (a, b)}; with one element in a SELECT list, just parentheses. */
  record Tuple(List<Term> elements, Span span) implements Term {
    public Tuple {
      elements = List.copyOf(elements);
    }

    @Override
    public List<Term> children() {
      return elements;
    }
  }

  /** Unary minus. */
  record Negation(Term operand, Span span) implements Term {
    @Override
    public List<Term> children() {
      return List.of(operand);
    }
  }

  /** {@code + - * / %}. */
  record Arithmetic(char sign, Term left, Term right, Span span) implements Term {
    @Override
    public List<Term> children() {
      return List.of(left, right);
    }
  }

  /** A column. */
  record Column(String name, Span span) implements Term {}

  /** {@code receiver.field}. */
  record Field(Term receiver, Identifier field, Span span) implements Term {
    @Override
    public List<Term> children() {
      return List.of(receiver);
    }
  }

  /** {@code receiver[key]}. */
  record Element(Term receiver, Term key, Span span) implements Term {
    @Override
    public List<Term> children() {
      return List.of(receiver, key);
    }
  }

  /** {@code receiver[from..to]}, either end may be left out. */
  record Slice(Term receiver, Optional<Term> from, Optional<Term> to, Span span) implements Term {
    @Override
    public List<Term> children() {
      return Stream.concat(Stream.of(receiver), Stream.concat(from.stream(), to.stream())).toList();
    }
  }

  /**
   * {@code WRITETIME(..)}, {@code MAXWRITETIME(..)} or {@code TTL(..)} of a column or a part of
   * one.
   */
  record Metadata(MetadataKind kind, Term operand, Span span) implements Term {
    @Override
    public List<Term> children() {
      return List.of(operand);
    }
  }

  /** What is asked of a cell. */
  enum MetadataKind {
    WRITETIME,
    MAXWRITETIME,
    TTL
  }

  /** {@code COUNT(*)}. */
  record CountRows(Span span) implements Term {}
}
