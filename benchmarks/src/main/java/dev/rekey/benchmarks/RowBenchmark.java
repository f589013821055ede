package dev.rekey.benchmarks;

import dev.rekey.core.digest.Digest128;
import dev.rekey.core.digest.RowDigest;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.Values;
import dev.rekey.core.token.Murmur3;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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

/** What copying or verifying one row costs before any server is asked. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RowBenchmark {
  private final Derivation date = Derivations.parse("date(ts)");
  private final Derivation shard = Derivations.parse("shard(sensor_id, 16)");
  private final ByteBuffer sensor = ByteBuffer.wrap(new byte[24]);
  private final ByteBuffer instant = ByteBuffer.allocate(8).putLong(0, 1_796_000_000_000L);
  private final ByteBuffer value = ByteBuffer.allocate(8).putDouble(0, 21.5);
  private final Values row = Values.of(Map.of("sensor_id", sensor, "ts", instant));

  @Benchmark
  public Optional<ByteBuffer> deriveDate() {
    return date.apply(row);
  }

  @Benchmark
  public Optional<ByteBuffer> deriveShard() {
    return shard.apply(row);
  }

  @Benchmark
  public long token() {
    return Murmur3.token(sensor);
  }

  @Benchmark
  public Digest128 digestOfFourCells() {
    RowDigest digest = new RowDigest();
    digest.add("sensor_id", Optional.of(sensor), OptionalLong.empty());
    digest.add("ts", Optional.of(instant), OptionalLong.empty());
    digest.add("value", Optional.of(value), OptionalLong.of(1_796_000_000_000_000L));
    digest.add("unit", Optional.empty(), OptionalLong.empty());
    return digest.finish();
  }
}
