package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.internal.core.session.RepreparePayload;
import dev.rekey.core.state.Phase;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** What the driver prepares again on a node that comes up. */
final class SourcePreparesTest {
  private final FleetFixture fleet = new FleetFixture();
  private final Map<String, RepreparePayload> payloads = new ConcurrentHashMap<>();
  private final SourcePrepares prepares = new SourcePrepares(() -> payloads, () -> "ks");

  @Test
  void inPhaseTargetNothingThatNamesTheSourceIsLeft() {
    add("INSERT INTO s (k, v) VALUES (?, ?)");
    add("SELECT * FROM ks.s WHERE k = ?");
    add("BEGIN BATCH INSERT INTO s (k) VALUES (?); INSERT INTO other (k) VALUES (?); APPLY BATCH");
    add("INSERT INTO elsewhere.s (k, v) VALUES (?, ?)");
    add("INSERT INTO ks.t (k, v) VALUES (?, ?)");
    add("INSERT INTO other (k) VALUES (?)");

    fleet.publish(Phase.DUAL_READ_TARGET, 5);
    prepares.accept(fleet.state().view());
    assertThat(payloads).as("the source is still written").hasSize(6);

    fleet.publish(Phase.TARGET, 6);
    prepares.accept(fleet.state().view());
    assertThat(payloads.keySet())
        .containsExactlyInAnyOrder(
            "INSERT INTO elsewhere.s (k, v) VALUES (?, ?)",
            "INSERT INTO ks.t (k, v) VALUES (?, ?)",
            "INSERT INTO other (k) VALUES (?)");
  }

  private void add(String query) {
    payloads.put(query, new RepreparePayload(ByteBuffer.allocate(1), query, null, Map.of()));
  }
}
