package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.time.TimestampGenerator;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class TimestampsTest {
  private final AtomicLong drawn = new AtomicLong(100);

  @Test
  void theGeneratorDecidesAboveTheFence() {
    assertThat(timestamps().next(50)).isEqualTo(100);
  }

  @Test
  void belowTheFenceTimestampsStillGrowAndNeverRepeat() {
    Timestamps timestamps = timestamps();
    assertThat(timestamps.next(200)).isEqualTo(201);
    assertThat(timestamps.next(200)).isEqualTo(202);
    drawn.set(201);
    assertThat(timestamps.next(200)).as("the clock has just passed the fence").isEqualTo(203);
    drawn.set(500);
    assertThat(timestamps.next(200)).isEqualTo(500);
  }

  @Test
  void aServerSideGeneratorIsReplacedByTheClock() {
    drawn.set(Statement.NO_DEFAULT_TIMESTAMP);
    assertThat(timestamps().next(50)).isEqualTo(7_000_000);
  }

  private Timestamps timestamps() {
    TimestampGenerator generator =
        new TimestampGenerator() {
          @Override
          public long next() {
            return drawn.get();
          }

          @Override
          public void close() {}
        };
    return new Timestamps(generator, () -> Instant.ofEpochSecond(7));
  }
}
