package dev.rekey.cql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rekey.cql.grammar.CqlTokens;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.cassandra.cql3.ReservedKeywords;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every word of the grammar, as a name, here and in Cassandra. */
class CqlIdentifiersTest {

  static Stream<String> words() {
    Stream<String> words =
        IntStream.rangeClosed(1, CqlTokens.VOCABULARY.getMaxTokenType())
            .mapToObj(CqlTokens.VOCABULARY::getLiteralName)
            .filter(name -> name != null && name.matches("'[A-Z_]+'"))
            .map(name -> name.substring(1, name.length() - 1).toLowerCase(Locale.ROOT));

    return Stream.concat(
        words,
        Stream.of(
            "keyspace",
            "schema",
            "table",
            "columnfamily",
            "tables",
            "nan",
            "true",
            "false",
            "plain"));
  }

  @ParameterizedTest
  @MethodSource("words")
  void quotesWhatTheServerWouldNotReadAsAName(String word) {
    assertThat(Shape.ifAccepted(insert(word))).isEqualTo(CassandraOracle.parse(insert(word)));
    assertThat(CqlIdentifiers.isReserved(word) || !ReservedKeywords.isReserved(word)).isTrue();

    String quoted = insert(CqlIdentifiers.quoteIfNeeded(word));
    assertThat(CassandraOracle.parse(quoted)).contains(Shape.of(CqlParser.parse(quoted)));
    String typed =
        "CREATE TABLE t (a "
            + new CqlType(
                CqlType.Kind.USER, java.util.Optional.empty(), word, java.util.List.of(), 0)
            + " PRIMARY KEY)";
    assertThat(CassandraOracle.parse(typed)).isPresent();
  }

  private static String insert(String column) {
    return "INSERT INTO t (" + column + ") VALUES (1)";
  }
}
