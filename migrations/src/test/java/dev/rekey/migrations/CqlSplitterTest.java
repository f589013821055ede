package dev.rekey.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CqlSplitterTest {
  private final List<String> problems = new ArrayList<>();

  private List<String> split(String text) {
    return split(text, Map.of()).stream().map(CqlStatement::cql).toList();
  }

  private List<CqlStatement> split(String text, Map<String, String> values) {
    return CqlSplitter.split("V1__t.cql", text, new Placeholders(values), problems);
  }

  private List<String> splitSound(String text) {
    List<String> statements = split(text);
    assertThat(problems).isEmpty();
    return statements;
  }

  @ParameterizedTest
  @CsvSource({
    "c01_comments_unicode_sasi.cql, 6",
    "c06_masked_vector.cql, 11",
    "c07_literals.cql, 10",
    "c07b_compact.cql, 7",
    "c09_identifiers.cql, 6",
  })
  void splitsFilesFromTheWild(String file, int count) throws IOException {
    assertThat(splitSound(resource(file)))
        .hasSize(count)
        .allMatch(cql -> cql.matches("(?s)(CREATE|INSERT|ALTER) .*"))
        .noneMatch(cql -> cql.endsWith(";"));
  }

  @Test
  void keepsLiteralsByteForByte() throws IOException {
    List<String> c07 = splitSound(resource("c07_literals.cql"));
    assertThat(c07.get(4)).contains("'#%&''~|\"\nsecond line; -- not a comment 😀'");
    assertThat(c07.get(6)).contains("$$raw 'text' with ; and \"quotes\"$$");
    assertThat(c07.get(9)).contains("'if (a == null) return b; if (b == null)").endsWith(";'");
    assertThat(splitSound(resource("c01_comments_unicode_sasi.cql")).get(4))
        .contains("'delimiter': '░'}");
    assertThat(splitSound(resource("c09_identifiers.cql")).get(1))
        .contains("\"semi;colon\" int, \"dash--dash\" int", "\"a\"\"b\" text", "\"pk */ x\" int")
        .contains("comment='it''s; /* not */ -- a \"comment\"'");
  }

  @Test
  void dropsCommentsBetweenStatementsOnly() {
    assertThat(
            splitSound(
                "-- it's; a\n// b;\n/* c; ' */ SELECT /* in; */ 1 -- tail;\n, 2; -- end; '\nB;//x"))
        .containsExactly("SELECT /* in; */ 1 -- tail;\n, 2", "B");
  }

  @Test
  void commentsEndAtCarriageReturnAndDoNotNest() {
    assertThat(splitSound("-- a;\rA;/* /* b; */B; --8")).containsExactly("A", "B");
  }

  @Test
  void lastTerminatorMayMissAndEmptyStatementsVanish() {
    assertThat(splitSound(";;A;; ;\n/* x */;B -- no line end")).containsExactly("A", "B");
    assertThat(splitSound(" \n-- only a comment")).isEmpty();
  }

  @Test
  void dollarStringsMayHoldSingleDollarsAndStartAfterTheFirstTwo() {
    assertThat(splitSound("A $$$a;$ ' -- $$; B $$$$; C"))
        .containsExactly("A $$$a;$ ' -- $$", "B $$$$", "C");
  }

  @Test
  void batchesStayWhole() {
    String batch =
        "begin unlogged batch using timestamp 1\n INSERT INTO t (apply, batch) VALUES (1, ';');\n"
            + " UPDATE t SET a = 'APPLY BATCH'; -- APPLY BATCH;\n apply /* ; */ batch";
    assertThat(splitSound(batch + ";SELECT 1;BEGIN BATCH A; APPLY BATCH"))
        .containsExactly(batch, "SELECT 1", "BEGIN BATCH A; APPLY BATCH");
  }

  @Test
  void unclosedThingsAreReportedWithLineAndColumn() {
    split("A;\n  B 'it''s\n;");
    split("A;\r  /* x");
    split("\"a\"\"b");
    split("A\n$$ x $");
    split("A;\n BEGIN BATCH\n B;\n APPLY;");
    assertThat(problems)
        .containsExactly(
            "V1__t.cql, line 2, column 5: string opened by ' is never closed; add the missing ', or double a quote inside it",
            "V1__t.cql, line 2, column 3: comment opened by /* is never closed; add the missing */",
            "V1__t.cql, line 1, column 1: quoted name opened by \" is never closed; add the missing \", or double a quote inside it",
            "V1__t.cql, line 2, column 1: string opened by $$ is never closed; add the missing $$",
            "V1__t.cql, line 2, column 2: BEGIN is never closed; add the missing APPLY BATCH");
  }

  @Test
  void whiteSpaceTheServerRefusesIsNamed() {
    split("SELECT\u00A01;\n'\u00A0 fine'; -- \u2028fine\n\uFEFFB");
    assertThat(problems)
        .containsExactly(
            "V1__t.cql, line 1, column 7: character U+00A0 is no white space for Cassandra; replace it by a space",
            "V1__t.cql, line 3, column 1: character U+FEFF is no white space for Cassandra; replace it by a space");
  }

  @Test
  void placeholdersAreFilledEverywhereButInComments() {
    List<CqlStatement> statements =
        split(
            "A ${ks}.t '${ks}' \"${ks}\" $$${ks}$$ /* ${no} */ -- ${no}\n; B ${n}${n};",
            Map.of("ks", "k", "n", "1"));
    assertThat(problems).isEmpty();
    assertThat(statements)
        .extracting(CqlStatement::cql)
        .containsExactly("A k.t 'k' \"k\" $$k$$", "B 11");
  }

  @Test
  void openingDollarsAreNotPartOfAPlaceholder() {
    assertThat(splitSound("A $${ks}$$")).containsExactly("A $${ks}$$");
  }

  @Test
  void unresolvedPlaceholdersAreReportedAllAtOnce() throws IOException {
    split(resource("c02_template.cql.tmpl"), Map.of("replication", "{'class': 'SimpleStrategy'}"));
    assertThat(problems)
        .hasSize(6)
        .first()
        .isEqualTo(
            "V1__t.cql, line 13, column 31: placeholder ${keyspace} has no value; give it with placeholders(Map)");
    assertThat(problems.get(4)).contains("line 38").contains("${trace_ttl}");
    assertThat(problems.get(5)).contains("{{keyspace}} is not filled here; write ${name}");
  }

  @Test
  void aValueCannotMoveTheBoundariesOfStatements() {
    for (String value : List.of("1; DROP TABLE t", "'", "1 -- ", "/*")) {
      problems.clear();
      assertThat(split("A ${v} x;B", Map.of("v", value))).hasSize(2);
      assertThat(problems)
          .as(value)
          .containsExactly(
              "V1__t.cql, line 1, column 1: a placeholder's value holds a quote, comment or ; that breaks the statement");
    }
  }

  @Test
  void useIsRefused() {
    split("use x;");
    assertThat(problems).singleElement().asString().contains("USE would change the session");
  }

  @Test
  void identityIgnoresCommentsLayoutAndValues() {
    String a = split("A  /* x */ ${v}\n;", Map.of("v", "1")).get(0).canonical();
    String b = split("-- c\nA ${v}", Map.of("v", "2")).get(0).canonical();
    assertThat(a).isEqualTo(b).isEqualTo("A ${v}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CREATE TABLE IF NOT EXISTS t (a int PRIMARY KEY) | true  | true",
        "CREATE TABLE t (a int PRIMARY KEY)               | true  | false",
        "CREATE OR REPLACE FUNCTION f() | true | true",
        "DROP TABLE IF EXISTS t                           | true  | true",
        "ALTER TABLE t ADD x int                          | true  | false",
        "ALTER TABLE t ADD IF NOT EXISTS x int            | true  | true",
        "INSERT INTO t (a) VALUES (1)                     | false | true",
        "INSERT INTO t (a) VALUES (now())                 | false | false",
        "INSERT INTO t (a) VALUES (1) IF NOT EXISTS       | false | false",
        "UPDATE t SET c = c + 1 WHERE a = 1               | false | false",
        "DELETE l[0] FROM t WHERE a = 1                   | false | false",
        "DELETE FROM t WHERE a = 1                        | false | true",
      })
  void knowsWhatMayBeRepeated(String cql, boolean schema, boolean repeatable) {
    CqlStatement statement = split(cql, Map.of()).get(0);
    assertThat(statement.changesSchema()).isEqualTo(schema);
    assertThat(statement.repeatable()).isEqualTo(repeatable);
  }

  private static String resource(String file) throws IOException {
    try (InputStream in = CqlSplitterTest.class.getResourceAsStream("/cases/" + file)) {
      return SourceText.decode(in.readAllBytes());
    }
  }
}
