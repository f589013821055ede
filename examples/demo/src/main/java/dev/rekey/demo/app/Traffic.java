package dev.rekey.demo.app;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.demo.history.History;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** All instances of the application, running in this process. */
public final class Traffic implements AutoCloseable {
  private static final long LONGEST_PAUSE_SECONDS = 60;

  private final List<SensorApplication> instances = new ArrayList<>();
  private final Gate writerGate = new Gate();
  private final Shared shared;

  private Traffic(Shared shared) {
    this.shared = shared;
  }

  /**
   * Starts all threads.
   *
   * @param sessions opens the session of an instance, counted from 0, in the keyspace of the table;
   *     a plain driver session or one with an interceptor inside: the application cannot tell
   */
  public static Traffic start(
      IntFunction<CqlSession> sessions,
      TrafficRates rates,
      Dataset dataset,
      History history,
      RequestLog log) {
    Traffic traffic =
        new Traffic(new Shared(dataset, history, log, new RecentKeys(), InstantSource.system()));
    try {
      for (int i = 0; i < rates.instances(); i++) {
        traffic.instances.add(
            new SensorApplication(i, sessions.apply(i), rates, traffic.shared, traffic.writerGate));
      }
    } catch (RuntimeException e) {
      traffic.close();
      throw e;
    }
    traffic.instances.forEach(SensorApplication::start);
    return traffic;
  }

  public History history() {
    return shared.history();
  }

  public RequestLog log() {
    return shared.log();
  }

  /**
   * Runs something while no write is in flight and none is sent; reads go on.
   *
   * @throws IllegalStateException if a write is still in flight after a minute
   */
  public void whileWritersWait(Runnable action) {
    writerGate.alone(action, LONGEST_PAUSE_SECONDS);
  }

  /** Stops every instance, as a deployment would: in-flight requests end, sessions close. */
  @Override
  public void close() {
    instances.forEach(SensorApplication::close);
  }
}
