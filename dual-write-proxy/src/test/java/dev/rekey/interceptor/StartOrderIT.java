package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import com.datastax.oss.driver.internal.core.session.SessionWrapper;
import dev.rekey.core.state.Phase;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Register, then read the phases: a publisher that publishes and then looks at the fleet, at
 * whatever moment of the start, is either obeyed by the instance or sees it.
 */
@CassandraTest
final class StartOrderIT {
  private final CqlSession plain;
  private final CassandraCluster cluster;
  private final String keyspace;
  private Rekeying rekeying;

  StartOrderIT(CqlSession plain, TestKeyspace keyspace, CassandraCluster cluster) {
    this.plain = plain;
    this.cluster = cluster;
    this.keyspace = keyspace.name();
  }

  @BeforeEach
  void create() {
    rekeying = Rekeying.create(plain, cluster, keyspace);
  }

  @Test
  void aPublicationAtAnyMomentIsSeenOrSeesTheInstance() {
    List<Boolean> safe = atEveryMoment(starting -> starting.join(Membership.Requests.NONE_YET));
    assertThat(safe).hasSizeGreaterThan(1).doesNotContain(false);
  }

  /** Negative control: the phases first. Such an instance writes as nobody expects any more. */
  @Test
  void readingBeforeRegisteringIsNoticed() {
    List<Boolean> safe =
        atEveryMoment(
            starting -> {
              starting.readPhases(Membership.Requests.NONE_YET);
              starting.register();
            });
    assertThat(safe).contains(false);
  }

  /** One start for each statement that a start sends, with a publication just before it. */
  private List<Boolean> atEveryMoment(Consumer<Membership> start) {
    List<Boolean> safe = new ArrayList<>();
    for (int moment = 0; moment < 50; moment++) {
      Interposed session = new Interposed(plain, moment);
      FleetState state =
          new FleetState(
              new Lease(Rekeying.OPTIONS.lease(), InstantSource.system(), System::nanoTime),
              new Timestamps(plain.getContext().getTimestampGenerator(), InstantSource.system()));
      Membership starting =
          new Membership(
              session, state, new Statistics(), Rekeying.OPTIONS, Duration.ofSeconds(20));
      boolean[] seen = {false};
      session.publisher =
          () -> {
            Phase now = rekeying.record().publication().phase();
            Phase next = now == Phase.DUAL ? Phase.SOURCE : Phase.DUAL;
            rekeying.publishOnly(rekeying.record().publication().next(next));
            seen[0] =
                rekeying.instances().stream()
                    .anyMatch(row -> row.incarnation().equals(starting.incarnation()));
          };
      start.accept(starting);
      if (session.sent <= moment) {
        return safe;
      }
      boolean obeyed =
          state
              .view()
              .migration(rekeying.mapping.migration())
              .map(live -> live.publication().equals(rekeying.record().publication()))
              .orElse(false);
      safe.add(seen[0] || obeyed);
    }
    throw new AssertionError("A start sends more than 50 statements");
  }

  /** Lets the publisher work just before one of the statements of a start. */
  private static final class Interposed extends SessionWrapper implements CqlSession {
    private final int moment;
    private Runnable publisher; // Set when the start begins: what comes before is only prepared.
    private int sent;

    Interposed(CqlSession session, int moment) {
      super(session);
      this.moment = moment;
    }

    @Override
    public <RequestT extends Request, ResultT> ResultT execute(
        RequestT request, GenericType<ResultT> resultType) {
      if (publisher != null && sent++ == moment) {
        publisher.run();
      }
      return super.execute(request, resultType);
    }
  }
}
