package dev.rekey.benchmarks;

import dev.rekey.cql.CqlParser;
import dev.rekey.cql.ParsedStatement;
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

/** What analysing one statement costs; the interceptor pays it once per text. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ParseBenchmark {
  @Benchmark
  public ParsedStatement parseInsert() {
    return CqlParser.parse(
        "INSERT INTO readings (sensor_id, ts, value, unit) VALUES (?, ?, ?, ?) USING TTL 86400");
  }

  @Benchmark
  public ParsedStatement parseRangeSelect() {
    return CqlParser.parse(
        "SELECT * FROM readings WHERE sensor_id = ? AND ts >= ? AND ts < ? ORDER BY ts LIMIT 10");
  }
}
