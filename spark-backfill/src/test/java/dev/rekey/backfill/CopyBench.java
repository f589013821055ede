package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.rekey.control.RowMarker;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.token.TokenRanges;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Copies between two tables of one keyspace, in this JVM and without Spark. */
final class CopyBench {

  static final Gate OPEN =
      new Gate() {
        @Override
        public void pass() {}

        @Override
        public double rowsPerSecond() {
          return 1_000_000;
        }
      };

  private final CqlSession session;
  private final String keyspace;
  private long fence = 1_800_000_000_000_000L;
  private RowMarker rowMarker = RowMarker.INSERT;
  private WriteTimes times = WriteTimes.EXACT;
  private CopySettings settings = CopySettings.DEFAULT;

  CopyBench(CqlSession session, String keyspace) {
    this.session = session;
    this.keyspace = keyspace;
  }

  CopyBench fence(long micros) {
    fence = micros;
    return this;
  }

  CopyBench rowMarker(RowMarker policy) {
    rowMarker = policy;
    return this;
  }

  CopyBench times(WriteTimes policy) {
    times = policy;
    return this;
  }

  CopyBench settings(CopySettings bounds) {
    settings = bounds;
    return this;
  }

  /** Runs DDL or DML after replacing {@code KS.} by the keyspace. */
  CopyBench run(String... statements) {
    for (String statement : statements) {
      session.execute(statement.replace("KS.", keyspace + "."));
    }
    return this;
  }

  /** Rows of a query as text, one line per row, columns separated by a bar. */
  List<String> rows(String query) {
    return session.execute(query.replace("KS.", keyspace + ".")).all().stream()
        .map(CopyBench::line)
        .toList();
  }

  private static String line(Row row) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.getColumnDefinitions().size(); i++) {
      line.append(i == 0 ? "" : "|").append(row.getObject(i));
    }
    return line.toString();
  }

  KeyMapping mapping(String source, String target, Map<String, String> rules) {
    SchemaShapes shapes = new SchemaShapes(session);
    Map<String, Derivation> parsed = new LinkedHashMap<>();
    rules.forEach((column, rule) -> parsed.put(column, Derivations.parse(rule)));
    return new KeyMapping(
        "m",
        KeyMapping.FORMAT_VERSION,
        shapes.find(keyspace, source).orElseThrow(),
        shapes.find(keyspace, target).orElseThrow(),
        parsed);
  }

  CopyPlan plan(String source, String target, Map<String, String> rules) {
    return CopyPlan.of(
        mapping(source, target, rules),
        ServerVersions.elementTimes(session),
        type -> new SchemaShapes(session).userTypeFields(keyspace, type));
  }

  RangeCopier copier(CopyPlan plan) {
    return new RangeCopier(
        session,
        plan,
        new CopyRules(fence, rowMarker, times),
        settings,
        OPEN,
        new Meter(),
        Clock.systemUTC());
  }

  RangeOutcome copy(String source, String target, Map<String, String> rules)
      throws InterruptedException {
    return copier(plan(source, target, rules)).copy(TokenRanges.WHOLE);
  }
}
