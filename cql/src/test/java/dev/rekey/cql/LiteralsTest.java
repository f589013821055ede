package dev.rekey.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.CQL3Type;
import org.apache.cassandra.cql3.CQLFragmentParser;
import org.apache.cassandra.cql3.ColumnIdentifier;
import org.apache.cassandra.cql3.ColumnSpecification;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.schema.Types;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Constants against the bytes that Cassandra makes of the same text. */
class LiteralsTest {

  /** Every one is tried with every type. */
  private static final List<String> CONSTANTS =
      List.of(
          "1",
          "-1",
          "0",
          "127",
          "128",
          "-128",
          "-129",
          "32767",
          "32768",
          "2147483647",
          "2147483648",
          "-2147483648",
          "9223372036854775807",
          "9223372036854775808",
          "340282366920938463463374607431768211456",
          "4294967295",
          "4294967296",
          "86399999999999",
          "86400000000000",
          "1.5",
          "1.",
          "-0.0",
          "0.0",
          "1.00",
          "1e5",
          "1.5e-7",
          "-2.5E+10",
          "NaN",
          "-nan",
          "Infinity",
          "-INFINITY",
          "''",
          "'a'",
          "'é'",
          "'😀'",
          "'it''s'",
          "$$raw$$",
          "'12'",
          "'-5'",
          "true",
          "FALSE",
          "0x",
          "0xCAfe",
          "0xabc",
          "123e4567-e89b-12d3-a456-426614174000",
          "123E4567-e89b-42d3-A456-426614174000",
          "1h",
          "P1Y",
          "'127.0.0.1'",
          "'::1'",
          "'2001:db8::ff00:42:8329'",
          "'::ffff:1.2.3.4'",
          "'300.1.1.1'",
          "'not an address'",
          "'2024-02-29'",
          "'1969-12-31'",
          "'-5877641-06-23'",
          "'5881580-07-11'",
          "'2024-2-9'",
          "'2023-02-29'",
          "'0000-01-01'",
          "'08:12:54'",
          "'08:12:54.1'",
          "'08:12:54.123456789'",
          "'23:59:59.999999999'",
          "'24:00:00'",
          "'8:1:2'",
          "'08:12'",
          "'2024-02-29 01:02Z'",
          "'2024-02-29T01:02:03Z'",
          "'2024-02-29 01:02:03.4+0130'",
          "'2024-02-29T01:02:03.456-08:00'",
          "'2024-02-29 01:02:03.45 +02'",
          "'2024-02-29+0000'",
          "'2024-02-29 +0000'",
          "'2024-02-29Z'",
          "'1969-12-31 23:59:59.999+0000'",
          "'2024-02-29 01:02:03 UTC'",
          "'2024-02-29 01:02:03 GMT'",
          "'2024-02-29 01:02:03.123456Z'",
          "'2024-02-30 01:02Z'",
          "'2024-2-9 1:2Z'",
          "'9999-12-31 23:59:59.999Z'",
          "'0001-01-01 00:00:00Z'",
          "'2024-02-29 01:02:03.9999Z'",
          "'2024-02-29 24:00:00Z'",
          "'2024-02-29 01:02:03.Z'",
          "'2024-02-29T01:02:03.123456789Z'",
          "'2024-02-29 1:2:3+01:00'",
          "'2024-06-30 12:00 +0530'",
          "'+5881580-07-11'",
          "'2024-02-29 01:02'",
          "'now'",
          "'-0001-01-01'");

  private static final List<String> COMPOUND =
      List.of("(1, 'a')", "(1)", "(1, null)", "(1, 'a', 2)", "[1, 2]", "[]", "[null]", "1", "'a'");

  private static final List<String> TYPES =
      List.of(
          "ascii",
          "text",
          "varchar",
          "blob",
          "boolean",
          "tinyint",
          "smallint",
          "int",
          "bigint",
          "varint",
          "decimal",
          "float",
          "double",
          "uuid",
          "timeuuid",
          "timestamp",
          "date",
          "time",
          "inet");

  @BeforeAll
  static void startNothing() {
    DatabaseDescriptor.clientInitialization(false);
  }

  /** What the server reads and we do not dare to; everything else must be equal, both ways. */
  private static final Set<String> REFUSED_HERE =
      Set.of(
          "'2023-02-29' as timestamp",
          "'2024-02-30 01:02Z' as timestamp",
          "'2024-02-29 24:00:00Z' as timestamp",
          "'2024-02-29 01:02:03.Z' as timestamp",
          "'-5877641-06-23' as timestamp",
          "'now' as timestamp",
          "'+5881580-07-11' as timestamp",
          "'-0001-01-01' as timestamp",
          "'12' as inet");

  @Test
  void encodesNativeTypesAsTheServerDoes() {
    int encoded = 0;
    List<String> wrong = new ArrayList<>();
    for (String type : TYPES) {
      for (String constant : CONSTANTS) {
        Optional<String> ours = ours(constant, type);
        Optional<String> server = server(constant, type);
        encoded += ours.isPresent() ? 1 : 0;
        boolean refusedHere = ours.isEmpty() && REFUSED_HERE.contains(constant + " as " + type);
        if (!ours.equals(server) && !refusedHere) {
          wrong.add(constant + " as " + type + ": ours " + ours + ", server " + server);
        }
      }
    }

    assertThat(wrong).isEmpty();
    assertThat(encoded).isGreaterThan(200);
  }

  @Test
  void encodesCompoundTypesAsTheServerDoesOrRefuses() {
    for (String type : List.of("frozen<list<int>>", "frozen<tuple<int, text>>")) {
      for (String constant : COMPOUND) {
        ours(constant, type)
            .ifPresent(ours -> assertThat(server(constant, type)).as(constant).contains(ours));
      }
    }

    assertThat(ours("(1, 'a')", "frozen<tuple<int, text>>")).isPresent();
    assertThat(ours("[1, 2]", "frozen<list<int>>")).isPresent();
  }

  @Test
  void refusesATimestampThatDependsOnTheServersZone() {
    Term local = value("'2024-02-29 01:02:03'");

    assertThatThrownBy(() -> Literals.toBytes(local, "timestamp"))
        .isInstanceOf(LiteralException.class)
        .hasMessageContaining("it names no time zone")
        .hasMessageContaining("STRING literal at offset");
    assertThat(Literals.toBytes(local, CqlType.parse("timestamp"), ZoneOffset.UTC))
        .isEqualTo(Literals.toBytes(value("'2024-02-29 01:02:03Z'"), "timestamp"));
  }

  @Test
  void knowsNullAndRefusesWhatIsNoConstant() {
    assertThat(Literals.toBytes(value("null"), "int")).isEmpty();
    for (String term : List.of("?", "now()", "1 + 1", "cast(1 as text)")) {
      assertThatThrownBy(() -> Literals.toBytes(value(term), "text"))
          .as(term)
          .isInstanceOf(LiteralException.class)
          .hasMessageContaining("Cannot encode a value as text");
    }
  }

  private static Term value(String term) {
    return ((Insert) CqlParser.parse("INSERT INTO t (a) VALUES (" + term + ")")).values().get(0);
  }

  private static Optional<String> ours(String constant, String type) {
    try {
      return Literals.toBytes(value(constant), CqlType.parse(type), ZoneId.systemDefault())
          .map(LiteralsTest::hex);
    } catch (LiteralException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> server(String constant, String type) {
    try {
      CQL3Type.Raw raw =
          CQLFragmentParser.parseAny(
              org.apache.cassandra.cql3.CqlParser::comparatorType, type, "type");
      ColumnSpecification column =
          new ColumnSpecification(
              "ks",
              "t",
              new ColumnIdentifier("a", true),
              raw.prepare("ks", Types.none()).getType());
      ByteBuffer bytes =
          CQLFragmentParser.parseAny(org.apache.cassandra.cql3.CqlParser::term, constant, "term")
              .prepare("ks", column)
              .bindAndGet(QueryOptions.DEFAULT);
      if (bytes != null) {
        column.type.validate(bytes);
      }

      return Optional.ofNullable(bytes).map(LiteralsTest::hex);
    } catch (Exception e) {
      return Optional.empty();
    }
  }

  private static String hex(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);

    return HexFormat.of().formatHex(copy);
  }
}
