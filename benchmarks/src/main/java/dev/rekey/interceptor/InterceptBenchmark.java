package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.cql.route.Bindings;
import dev.rekey.cql.route.BoundCql;
import dev.rekey.cql.route.BoundValue;
import dev.rekey.cql.route.Hole;
import dev.rekey.cql.route.ReadPlan;
import dev.rekey.cql.route.WritePlan;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the interceptor itself does with a statement, without the driver: whether it concerns a
 * migrating table, and what is sent instead. Run with {@code -prof gc} for bytes per operation.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class InterceptBenchmark {
  private static final String INSERT =
      "INSERT INTO readings (sensor_id, ts, value, quality) VALUES (?, ?, ?, ?)";
  private static final String SELECT =
      "SELECT * FROM readings WHERE sensor_id = ? AND ts >= ? AND ts < ?";
  private static final String OTHER = "INSERT INTO devices (id, name, seen) VALUES (?, ?, ?)";
  private static final Instant DAY = Instant.parse("2026-05-01T00:00:00Z");

  private final Understanding understanding = Understanding.none().forMappings(List.of(mapping()));
  private final SimpleStatement other = SimpleStatement.newInstance(OTHER);
  private final Bindings row = values(text("sensor-1"), millis(DAY), bytes(8), bytes(4));
  private final Bindings oneDay = range(1);
  private final Bindings sevenDays = range(7);

  @Benchmark
  public boolean passThroughOfASimpleStatement() {
    return Understand.mayConcern(other, understanding);
  }

  @Benchmark
  public boolean passThroughOfAPreparedStatement() {
    return understanding.mentionsPrepared(OTHER);
  }

  @Benchmark
  public List<BoundCql> mirroredWrite() {
    return ((WritePlan) plan(INSERT)).target(row);
  }

  @Benchmark
  public List<ReadPlan.Bucket> readOfOneBucket() {
    return ((ReadPlan) plan(SELECT)).buckets(oneDay);
  }

  @Benchmark
  public List<ReadPlan.Bucket> readOfSevenBuckets() {
    return ((ReadPlan) plan(SELECT)).buckets(sevenDays);
  }

  private Object plan(String text) {
    return understanding.understand(text, "bench").parts().get(0).routing();
  }

  private static Bindings range(int days) {
    return values(text("sensor-1"), millis(DAY), millis(DAY.plus(Duration.ofDays(days))));
  }

  private static Bindings values(ByteBuffer... values) {
    return new Bindings() {
      @Override
      public BoundValue marker(int index) {
        return BoundValue.of(values[index]);
      }

      @Override
      public ByteBuffer evaluated(Hole.Evaluated call) {
        throw new IllegalStateException("no function is called");
      }
    };
  }

  private static ByteBuffer text(String value) {
    return ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8));
  }

  private static ByteBuffer millis(Instant instant) {
    return ByteBuffer.allocate(Long.BYTES).putLong(0, instant.toEpochMilli());
  }

  private static ByteBuffer bytes(int length) {
    return ByteBuffer.allocate(length);
  }

  private static KeyMapping mapping() {
    return new KeyMapping(
        "bench",
        KeyMapping.FORMAT_VERSION,
        new TableShape("bench", "readings", columns(false)),
        new TableShape("bench", "readings_by_day", columns(true)),
        Map.of("day", Derivations.parse("date(ts)")));
  }

  private static List<Column> columns(boolean target) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("sensor_id", "text", ColumnKind.PARTITION_KEY, 0, false));
    if (target) {
      columns.add(new Column("day", "date", ColumnKind.PARTITION_KEY, 1, false));
    }
    columns.add(new Column("ts", "timestamp", ColumnKind.CLUSTERING, 0, false));
    columns.add(new Column("value", "double", ColumnKind.REGULAR, 0, false));
    columns.add(new Column("quality", "int", ColumnKind.REGULAR, 1, false));
    return columns;
  }
}
