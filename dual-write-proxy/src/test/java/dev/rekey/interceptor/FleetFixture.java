package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.time.TimestampGenerator;
import dev.rekey.control.Publication;
import dev.rekey.control.WriteMode;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.state.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** A place in a fleet, moved by a test: one migration from ks.s to ks.t with the key k. */
final class FleetFixture implements Standing {
  static final String MIGRATION = "m";

  private final AtomicLong nanos = new AtomicLong(1);
  private final AtomicLong micros = new AtomicLong(1_000);
  private final FleetState state =
      new FleetState(
          new Lease(Duration.ofSeconds(10), () -> Instant.EPOCH, nanos::get),
          new Timestamps(generator(), () -> Instant.EPOCH));
  private boolean known = true;
  private Duration longestRequest = Duration.ofMinutes(1);
  private CompletableFuture<Void> look = new CompletableFuture<>();
  private int looks;

  FleetFixture() {
    renew();
  }

  private TimestampGenerator generator() {
    return new TimestampGenerator() {
      @Override
      public long next() {
        return micros.incrementAndGet();
      }

      @Override
      public void close() {
        // Nothing is held.
      }
    };
  }

  void renew() {
    state.lease().renewedAt(state.lease().now());
  }

  void lapse() {
    nanos.addAndGet(Duration.ofSeconds(10).toNanos());
  }

  void forgetControlKeyspace() {
    known = false;
  }

  void makeEveryRequestTooLong() {
    longestRequest = Duration.ZERO;
  }

  void publish(Phase phase, long epoch) {
    publish(new Publication(phase, epoch, OptionalLong.empty()));
  }

  void publish(Publication publication) {
    state.publish(
        state
            .view()
            .with(
                List.of(
                    new LiveMigration(
                        mapping(), publication, WriteMode.PARALLEL, new EpochGate()))));
  }

  void answerLook() {
    look.complete(null);
  }

  void failLook(Throwable error) {
    look.completeExceptionally(error);
  }

  int looks() {
    return looks;
  }

  @Override
  public Duration longestRequest() {
    return longestRequest;
  }

  @Override
  public boolean isKnown() {
    return known;
  }

  @Override
  public FleetState state() {
    return state;
  }

  @Override
  public CompletionStage<Void> look() {
    looks++;
    return look;
  }

  static KeyMapping mapping() {
    List<Column> columns =
        List.of(
            new Column("k", "int", ColumnKind.PARTITION_KEY, 0, false),
            new Column("v", "text", ColumnKind.REGULAR, 0, false));
    return new KeyMapping(
        MIGRATION,
        KeyMapping.FORMAT_VERSION,
        new TableShape("ks", "s", columns),
        new TableShape("ks", "t", columns),
        Map.of());
  }
}
