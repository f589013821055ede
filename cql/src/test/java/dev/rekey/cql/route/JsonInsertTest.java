package dev.rekey.cql.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.core.state.Leg;
import dev.rekey.cql.CqlParser;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.BooleanType;
import org.apache.cassandra.db.marshal.BytesType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.SimpleDateType;
import org.apache.cassandra.db.marshal.TimestampType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.marshal.UUIDType;
import org.apache.cassandra.utils.JsonUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonInsertTest {
  private static final String NOON = "\"2024-05-01 12:00:00Z\"";

  private final KeyMapping mapping =
      new KeyMapping(
          "m",
          KeyMapping.FORMAT_VERSION,
          new TableShape("ks", "r", columns("v", false)),
          new TableShape("ks", "r2", columns("Amount", true)),
          Map.of("day", Derivations.parse("date(ts)"), "Amount", Derivations.parse("v")));

  @Test
  void theObjectGetsTheComputedColumnsAndTheTargetsNames() {
    WritePlan plan =
        plan(
            "INSERT INTO r JSON '{\"s\": \"it''s\", \"TS\" : "
                + NOON
                + ", \"v\":[{\"}\": 1.50}] }' DEFAULT UNSET USING TTL 9");
    BoundCql target = plan.target(values()).get(0);
    assertThat(target.text()).isEqualTo("INSERT INTO ks.r2 JSON ? DEFAULT UNSET USING TTL 9");
    assertThat(json(target))
        .isEqualTo(
            "{\"s\": \"it's\", \"TS\" : "
                + NOON
                + ", \"\\\"Amount\\\"\":[{\"}\": 1.50}] , \"\\\"day\\\"\": \"2024-05-01\"}");
    assertThat(plan.changesSource()).isFalse();
    assertThat(plan.sourceKey(values())).containsExactly(text("it's"), millis(1714564800000L));
    assertThat(plan.ttl(values())).hasValue(9);
    assertThat(plan.expiring(Leg.TARGET, values(), 5).get(0).text())
        .isEqualTo("INSERT INTO ks.r2 JSON ? DEFAULT UNSET USING TTL ?");
  }

  @Test
  void aBoundObjectIsReadWhenItIsBound() {
    WritePlan plan = plan("INSERT INTO r JSON ? DEFAULT UNSET");
    assertThat(json(plan.target(values(text("{\"s\":\"a\",\"ts\":0}"))).get(0)))
        .isEqualTo("{\"s\":\"a\",\"ts\":0, \"\\\"day\\\"\": \"1970-01-01\"}");
    assertThat(plan.source(values(text("{}"))).text())
        .isEqualTo("INSERT INTO ks.r JSON ? DEFAULT UNSET");
    assertThat(plan.splitMarker(0)).contains(new SplitMarker(new Hole.TargetJson(), false));
    assertThatThrownBy(() -> plan.target(bindings(List.of(BoundValue.NULL))))
        .isInstanceOf(UnroutableException.class)
        .hasMessageContaining("its JSON is null or not set");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "[]",
        "{\"s\":\"a\"} x",
        "{\"s\":\"a\",}",
        "{s:1}",
        "{\"s\" \"a\"}",
        "{\"s\":}",
        "{\"s\":\"a\",\"S\":\"b\"}",
        "{\"s\":\"\\q\"}",
        "{\"s\":\"\\u12\"}",
        "{\"s\":\"a",
        "{\"s\":\"a\",\"other\":1}",
        "{\"s\":{\"a\":1}, \"ts\":[[[]",
        "{\"day\":\"2024-05-01\"}"
      })
  void anObjectThatIsNotUnderstoodIsRefusedBeforeItIsSent(String json) {
    WritePlan plan = plan("INSERT INTO r JSON ? DEFAULT UNSET");
    assertThatThrownBy(() -> plan.target(values(text(json))))
        .isInstanceOf(UnroutableException.class)
        .hasMessageContaining("JSON");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NULL_KEY|{\"s\":\"a\",\"ts\":null}",
        "NULL_KEY|{\"s\":\"a\"}",
        "LITERAL|{\"s\":\"a\",\"ts\":\"2024-05-01 12:00\"}",
        "LITERAL|{\"s\":\"a\",\"ts\":1.5}",
        "LITERAL|{\"s\":7,\"ts\":0}",
        "LIST|{\"s\":\"a\",\"ts\":0,\"l\":[1]}"
      })
  void keysThatAreNotCertainAreRefused(RefusalCode code, String json) {
    WritePlan plan = plan("INSERT INTO r JSON ? DEFAULT UNSET");
    assertThatThrownBy(() -> plan.target(values(text(json))))
        .isInstanceOfSatisfying(
            UnroutableException.class,
            refused -> assertThat(refused.refusal().code()).isEqualTo(code));
  }

  /** The server's own conversions as the oracle. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "int|-7",
        "int|2147483647",
        "bigint|9223372036854775807",
        "text|\"a\\\"b\\\\ \\u00fc \\n\"",
        "text|\"\"",
        "timestamp|4102444800000",
        "timestamp|\"2024-05-01T12:00:00.123Z\"",
        "timestamp|\"2024-05-01 12:00:00+0200\"",
        "date|\"1969-12-31\"",
        "boolean|true",
        "uuid|\"123e4567-e89b-12d3-a456-426614174000\"",
        "blob|\"0xCAFE\""
      })
  void keyValuesAreReadAsTheServerReadsThem(String type, String json) {
    assertThat(JsonScalars.toBytes(json, "c", type)).contains(server(type, json));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"timestamp|-62135596800000", "timestamp|-1", "timestamp|253402300799999"})
  void computedTimestampsAreWrittenAsTheServerReadsThem(String type, long millis) {
    assertThat(server(type, JsonScalars.toJson(millis(millis), type))).isEqualTo(millis(millis));
  }

  @ParameterizedTest
  @ValueSource(longs = {-719_162, -1, 0, 19_844, 2_932_896})
  void computedDatesAreWrittenAsTheServerReadsThem(long days) {
    ByteBuffer date = ByteBuffer.allocate(4).putInt(0, (int) (days + (1L << 31)));
    assertThat(server("date", JsonScalars.toJson(date, "date"))).isEqualTo(date);
    assertThat(server("text", JsonScalars.toJson(text("a\"\\\n\u0001ü"), "text")))
        .isEqualTo(text("a\"\\\n\u0001ü"));
  }

  private static ByteBuffer server(String name, String json) {
    AbstractType<?> type =
        switch (name) {
          case "int" -> Int32Type.instance;
          case "bigint" -> LongType.instance;
          case "text" -> UTF8Type.instance;
          case "timestamp" -> TimestampType.instance;
          case "date" -> SimpleDateType.instance;
          case "boolean" -> BooleanType.instance;
          case "uuid" -> UUIDType.instance;
          default -> BytesType.instance;
        };
    return type.fromJSONObject(JsonUtils.decodeJson(json)).bindAndGet(QueryOptions.DEFAULT);
  }

  private WritePlan plan(String cql) {
    Routing routing = Router.route(cql, CqlParser.parse(cql), mapping, "ks");
    assertThat(routing).isInstanceOf(WritePlan.class);
    return (WritePlan) routing;
  }

  private static String json(BoundCql target) {
    return StandardCharsets.UTF_8.decode(target.values().get(0).bytes().orElseThrow()).toString();
  }

  private static List<Column> columns(String value, boolean target) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("s", "text", ColumnKind.PARTITION_KEY, 0, false));
    if (target) {
      columns.add(new Column("day", "date", ColumnKind.PARTITION_KEY, 1, false));
    }
    columns.add(new Column("ts", "timestamp", ColumnKind.CLUSTERING, 0, false));
    columns.add(new Column(value, "double", ColumnKind.REGULAR, 0, false));
    columns.add(new Column("l", "list<int>", ColumnKind.REGULAR, 1, false));
    return columns;
  }

  private static Bindings values(ByteBuffer... values) {
    return bindings(List.of(values).stream().map(BoundValue::of).toList());
  }

  private static Bindings bindings(List<BoundValue> values) {
    return new Bindings() {
      @Override
      public BoundValue marker(int index) {
        return values.get(index);
      }

      @Override
      public ByteBuffer evaluated(Hole.Evaluated call) {
        throw new AssertionError("no call");
      }
    };
  }

  private static ByteBuffer text(String value) {
    return ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8));
  }

  private static ByteBuffer millis(long millis) {
    return ByteBuffer.allocate(8).putLong(0, millis);
  }
}
