package dev.rekey.cql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Our parser against Cassandra's own on random statements and damaged ones. A text the server
 * accepts must be accepted with the same table, columns, markers and options; of the texts it
 * refuses very few may pass here, as the server refuses them anyway.
 */
class DifferentialTest {

  /** Of rows; the damaged ones and those of schemas come on top. */
  private static final int STATEMENTS = Integer.getInteger("rekey.cql.statements", 20_000);

  private static final int SCHEMA_STATEMENTS = STATEMENTS / 8;
  private static final int DAMAGED_PER_STATEMENT = 1;

  /**
   * Known: {@code SELECT {a: b, (c): d}}, where the server takes most names in parentheses for a
   * type from the second key on.
   */
  private static final double MOST_TOO_LAX = 0.001;

  private static final long SEED = Long.getLong("rekey.cql.seed", 20_260_101L);

  /** Each form of a term, a relation and so on must have been met that often. */
  private static final int LEAST_OF_EACH_FORM = 20;

  private final StatementGenerator generator = new StatementGenerator(SEED);
  private final Tally tally = new Tally();

  @Test
  void agreesWithTheServer() {
    compare(STATEMENTS, generator::statement);
    compare(SCHEMA_STATEMENTS, generator::schemaStatement);

    System.out.println("differential test, seed " + SEED + ": " + tally);
    assertThat(tally.accepted).as("statements the server accepts").isGreaterThan(STATEMENTS / 2);
    assertThat(tally.refused).as("statements the server refuses").isGreaterThan(STATEMENTS);
    assertThat(tally.missed).as("refused here, accepted by the server").isEmpty();
    assertThat(tally.different).as("understood in another way").isEmpty();
    assertThat(tally.tooLax.size())
        .as("accepted here, refused by the server: %s", tally.tooLax)
        .isLessThanOrEqualTo((int) (MOST_TOO_LAX * (tally.accepted + tally.refused)));
    assertThat(tally.forms.rare(LEAST_OF_EACH_FORM)).as("forms hardly ever generated").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT a FROM t WHERE a = 1AND b = 2",
        "SELECT a FROM t WHERE a = 1234567AND b = 2",
        "SELECT a FROM t WHERE a = 12345678AND b = 2",
        "SELECT a FROM t WHERE a = -1AND b = 2",
        "SELECT a FROM t WHERE a = 1.5AND b = 1",
        "SELECT a FROM t WHERE a = 1LIMIT 2",
        "SELECT a FROM t LIMIT 1ALLOW FILTERING",
        "SELECT 1E5AS x FROM t",
        "SELECT a FROM t WHERE a = 1dAND b = 2",
        "SELECT DISTINCT * ? FROM t",
        "SELECT DISTINCT * a FROM t",
        "SELECT JSON * a FROM t",
        "SELECT JSON DISTINCT *a FROM t",
        "SELECT DISTINCT - a FROM t",
        "SELECT JSON FROM t",
        "SELECT JSON [1] FROM t",
        "SELECT DISTINCT AS a FROM t",
        "SELECT a FROM t GROUP BY a[1];",
        "SELECT a FROM t GROUP BY a[1]",
        "SELECT a FROM t GROUP BY a.b;",
        "SELECT a FROM t GROUP BY b, a[1];;",
        "SELECT a FROM t GROUP BY (a)[1];",
        "SELECT a FROM t GROUP BY a[1] LIMIT 1;"
      })
  void agreesOnTextsThatAreNearlyRight(String text) {
    assertThat(Shape.ifAccepted(text)).isEqualTo(CassandraOracle.parse(text));
  }

  private void compare(int statements, Supplier<String> source) {
    for (int i = 0; i < statements; i++) {
      String statement = source.get();
      tally.compare(statement);
      for (int j = 0; j < DAMAGED_PER_STATEMENT; j++) {
        tally.compare(generator.damage(statement));
      }
    }
  }

  private static final class Tally {
    private int accepted;
    private int refused;
    private final List<String> missed = new ArrayList<>();
    private final List<String> different = new ArrayList<>();
    private final List<String> tooLax = new ArrayList<>();
    private final Forms forms = new Forms();

    void compare(String text) {
      Optional<Shape> server = CassandraOracle.parse(text);
      Optional<Shape> ours = Shape.ifAccepted(text);
      if (server.isPresent()) {
        accepted++;
        if (ours.isEmpty()) {
          missed.add(text);
        } else if (!ours.equals(server)) {
          different.add(text + "\n  server " + server.get() + "\n  ours   " + ours.get());
        } else {
          forms.add(CqlParser.parse(text));
        }
      } else {
        refused++;
        if (ours.isPresent()) {
          tooLax.add(visible(text));
        }
      }
    }

    /** A comment that ends with a carriage return would overwrite the line it is printed on. */
    private static String visible(String text) {
      return text.replace("\r", "\\r").replace("\n", "\\n").replace("\u00A0", "\\u00A0");
    }

    @Override
    public String toString() {
      return accepted
          + " accepted, "
          + refused
          + " refused, "
          + missed.size()
          + " missed, "
          + different.size()
          + " different, "
          + tooLax.size()
          + " too lax";
    }
  }
}
