package dev.rekey.cql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Our parser against Cassandra's own on random statements and damaged ones. A text the server
 * accepts must be accepted with the same table, columns and markers; of the texts it refuses very
 * few may pass here, as the server refuses them anyway.
 */
class DifferentialTest {

  private static final int STATEMENTS = Integer.getInteger("rekey.cql.statements", 5_000);
  private static final int DAMAGED_PER_STATEMENT = 2;
  private static final double MOST_TOO_LAX = 0.002;
  private static final long SEED = Long.getLong("rekey.cql.seed", 20_260_101L);

  @Test
  void agreesWithTheServer() {
    StatementGenerator generator = new StatementGenerator(SEED);
    Tally tally = new Tally();
    for (int i = 0; i < STATEMENTS; i++) {
      String statement = generator.statement();
      tally.compare(statement);
      for (int j = 0; j < DAMAGED_PER_STATEMENT; j++) {
        tally.compare(generator.damage(statement));
      }
    }

    System.out.println("differential test, seed " + SEED + ": " + tally);
    assertThat(tally.accepted).as("statements the server accepts").isGreaterThan(STATEMENTS / 2);
    assertThat(tally.refused).as("statements the server refuses").isGreaterThan(STATEMENTS);
    assertThat(tally.missed).as("refused here, accepted by the server").isEmpty();
    assertThat(tally.different).as("understood in another way").isEmpty();
    assertThat(tally.tooLax.size())
        .as("accepted here, refused by the server: %s", tally.tooLax)
        .isLessThanOrEqualTo((int) (MOST_TOO_LAX * (tally.accepted + tally.refused)));
  }

  private static final class Tally {
    private int accepted;
    private int refused;
    private final List<String> missed = new ArrayList<>();
    private final List<String> different = new ArrayList<>();
    private final List<String> tooLax = new ArrayList<>();

    void compare(String text) {
      Optional<Shape> server = CassandraOracle.parse(text);
      Optional<Shape> ours = Shape.ifAccepted(text);
      if (server.isPresent()) {
        accepted++;
        if (ours.isEmpty()) {
          missed.add(text);
        } else if (!ours.equals(server)) {
          different.add(text + "\n  server " + server.get() + "\n  ours   " + ours.get());
        }
      } else {
        refused++;
        if (ours.isPresent()) {
          tooLax.add(text);
        }
      }
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
