package dev.rekey.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CqlParserTest {

  @Test
  void readsAnInsertWithOffsetsOfTheTextGiven() {
    String text = "/* 😀 */ INSERT INTO ks.\"T\" (K, \"C\") VALUES (?, now()) USING TTL :x";
    Insert insert = (Insert) CqlParser.parse(text);

    assertThat(insert.table().keyspace()).contains("ks");
    assertThat(insert.table().table()).isEqualTo("T");
    assertThat(insert.table().span().of(text)).isEqualTo("ks.\"T\"");
    assertThat(insert.columns()).extracting(Identifier::name).containsExactly("k", "C");
    assertThat(insert.columnList().span().of(text)).isEqualTo("(K, \"C\")");
    assertThat(insert.valueList().span().of(text)).isEqualTo("(?, now())");
    assertThat(insert.valueOf("C").orElseThrow().containsFunctionCall()).isTrue();
    assertThat(insert.valueOf("k").orElseThrow().containsFunctionCall()).isFalse();
    assertThat(insert.using().span().orElseThrow().of(text)).isEqualTo("USING TTL :x");
    assertThat(insert.markers())
        .extracting(Term.Marker::index, Term.Marker::name)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(0, Optional.empty()),
            org.assertj.core.groups.Tuple.tuple(1, Optional.of("x")));
  }

  @Test
  void numbersMarkersInTheOrderOfTheText() {
    Update update =
        (Update)
            CqlParser.parse(
                "UPDATE t USING TIMESTAMP :ts SET a[:k] = :v, b = b + :w WHERE k = :x AND c IN :y IF m[:i] = :j");

    assertThat(update.markers())
        .extracting(marker -> marker.name().orElseThrow())
        .containsExactly("ts", "k", "v", "w", "x", "y", "i", "j");
    assertThat(update.markers()).extracting(marker -> marker.span().start()).isSorted();
    assertThat(update.assignments().get(1)).isInstanceOf(Assignment.Append.class);
    assertThat(update.conditions().present()).isTrue();
  }

  @Test
  void readsASelectByItsClauses() {
    String text =
        "SELECT DISTINCT k AS x, writetime(v), count(*) FROM t WHERE k = 1 AND (c, d) > (?, ?)"
            + " GROUP BY k ORDER BY c DESC PER PARTITION LIMIT 2 LIMIT ? ALLOW FILTERING;";
    Select select = (Select) CqlParser.parse(text);

    assertThat(select.modes()).containsExactly(Select.Mode.DISTINCT);
    assertThat(select.projection().hasAggregate()).isTrue();
    assertThat(select.where().span().orElseThrow().of(text)).isEqualTo("k = 1 AND (c, d) > (?, ?)");
    assertThat(select.where().on("d")).hasSize(1);
    assertThat(select.orderBy().orElseThrow().span().of(text)).isEqualTo("ORDER BY c DESC");
    assertThat(select.perPartitionLimit().orElseThrow().span().of(text))
        .isEqualTo("PER PARTITION LIMIT 2");
    assertThat(select.limit().orElseThrow().span().of(text)).isEqualTo("LIMIT ?");
    assertThat(select.allowFiltering().orElseThrow().of(text)).isEqualTo("ALLOW FILTERING");
    assertThat(select.span().of(text)).isEqualTo(text.substring(0, text.length() - 1));
  }

  @Test
  void readsDeletionsOfColumnsElementsAndFields() {
    String text = "DELETE a, l[0], u.F FROM t USING TIMESTAMP 5 WHERE k = 1 IF EXISTS";
    Delete delete = (Delete) CqlParser.parse(text);

    assertThat(delete.deletions())
        .extracting(target -> target.span().of(text))
        .containsExactly("a", "l[0]", "u.F");
    assertThat(((ColumnTarget.Field) delete.deletions().get(2)).field().name()).isEqualTo("f");
    assertThat(delete.using().span().orElseThrow().of(text)).isEqualTo("USING TIMESTAMP 5");
    assertThat(delete.conditions().kind()).isEqualTo(Conditions.Kind.IF_EXISTS);
  }

  @Test
  void readsABatchWithTheMarkersOfItsChildrenNumberedThrough() {
    String text =
        "BEGIN UNLOGGED BATCH USING TIMESTAMP ? INSERT INTO a (k) VALUES (?); DELETE FROM b WHERE k = ? APPLY BATCH";
    Batch batch = (Batch) CqlParser.parse(text);

    assertThat(batch.kind()).isEqualTo(Batch.Kind.UNLOGGED);
    assertThat(batch.markers()).extracting(Term.Marker::index).containsExactly(0, 1, 2);
    assertThat(batch.children().get(1).markers()).extracting(Term.Marker::index).containsExactly(2);
    assertThat(batch.children().get(0).span().of(text)).isEqualTo("INSERT INTO a (k) VALUES (?)");
  }

  @Test
  void readsTheShapeOfATable() {
    Ddl.CreateTable table =
        (Ddl.CreateTable)
            CqlParser.parse(
                "CREATE TABLE ks.t (a int, B Text STATIC, c list<frozen<Addr>> MASKED WITH f(1, 'x') , d vector<float, 3>,"
                    + " PRIMARY KEY ((a, \"E\"), c),) WITH CLUSTERING ORDER BY (c DESC) AND COMPACT STORAGE"
                    + " AND compaction = {'class': 'X', 'n': 5} AND comment = 'it''s'");

    assertThat(table.primaryKey().partition())
        .extracting(Identifier::name)
        .containsExactly("a", "E");
    assertThat(table.primaryKey().clustering()).extracting(Identifier::name).containsExactly("c");
    assertThat(table.columns().get(1).isStatic()).isTrue();
    assertThat(table.columns().get(2).mask()).contains("f(1, 'x')");
    assertThat(table.columns())
        .extracting(column -> column.type().toString())
        .containsExactly("int", "text", "list<frozen<addr>>", "vector<float, 3>");
    assertThat(table.with().compactStorage()).isPresent();
    assertThat(table.with().directionOf("c")).isEqualTo(Select.Direction.DESC);
    assertThat(table.with().options().get("comment"))
        .isEqualTo(new OptionValue.Scalar("it's", "'it''s'"));
    assertThat(table.with().options().get("compaction").cql()).isEqualTo("{'class': 'X', 'n': 5}");
  }

  @Test
  void knowsWhatItDoesNotReadByKind() {
    assertThat(((OtherStatement) CqlParser.parse("GRANT SELECT ON t TO r")).kind())
        .isEqualTo("GRANT");
    assertThat(
            ((OtherStatement)
                    CqlParser.parse(
                        "CREATE OR REPLACE FUNCTION f(a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'x;'"))
                .kind())
        .isEqualTo("CREATE FUNCTION");
  }

  @Test
  void saysWhereAndWhatIsWrong() {
    assertThatThrownBy(() -> CqlParser.parse("SELECT a\nFRM t"))
        .isInstanceOf(CqlSyntaxException.class)
        .hasMessageContaining("line 2, column 1")
        .hasMessageContaining("found FRM, expected 'FROM'");
    assertThatThrownBy(() -> CqlParser.parse("SELECT a FROM t -- last words"))
        .hasMessageContaining("a comment that no line break ends");
    assertThatThrownBy(() -> CqlParser.parse("INSERT INTO t (a) VALUES ('x)"))
        .hasMessageContaining("an opening ' that is never closed")
        .hasMessageContaining("line 1, column 27");
    assertThatThrownBy(() -> CqlParser.parse("USE a; USE b"))
        .hasMessageContaining("found USE, expected");
  }

  @Test
  void refusesWhatCouldExhaustTheStack() {
    String deep = "SELECT " + "(".repeat(50_000) + "a" + ")".repeat(50_000) + " FROM t";

    assertThatThrownBy(() -> CqlParser.parse(deep))
        .isInstanceOf(CqlSyntaxException.class)
        .hasMessageContaining("nests deeper than 100 levels");
  }

  @Test
  void cutsAScriptIntoStatements() {
    List<CqlScript.Statement> statements =
        CqlScript.statements(
            "\uFEFF-- a; comment\nUSE ks; ;\n  BEGIN BATCH\n DELETE FROM t WHERE k = ';'; APPLY BATCH;\nUSE x -- no end");

    assertThat(statements)
        .extracting(CqlScript.Statement::text)
        .containsExactly(
            "USE ks", "BEGIN BATCH\n DELETE FROM t WHERE k = ';'; APPLY BATCH", "USE x");
    assertThat(statements.get(1).line()).isEqualTo(3);
    assertThat(statements.get(1).column()).isEqualTo(3);
  }

  @Test
  void quotesNamesThatNeedIt() {
    assertThat(CqlIdentifiers.quoteIfNeeded("plain_1")).isEqualTo("plain_1");
    assertThat(CqlIdentifiers.quoteIfNeeded("Mixed")).isEqualTo("\"Mixed\"");
    assertThat(CqlIdentifiers.quoteIfNeeded("select")).isEqualTo("\"select\"");
    assertThat(CqlIdentifiers.quoteIfNeeded("a\"b")).isEqualTo("\"a\"\"b\"");
    assertThat(CqlIdentifiers.quoteIfNeeded("1a")).isEqualTo("\"1a\"");
    assertThat(CqlIdentifiers.unquote("\"a\"\"B\"")).isEqualTo("a\"B");
    assertThat(CqlIdentifiers.unquote("AbC")).isEqualTo("abc");
  }
}
