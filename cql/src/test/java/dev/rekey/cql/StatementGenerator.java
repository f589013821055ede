package dev.rekey.cql;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes random statements of every form the grammar has, and damages them. The same seed gives the
 * same texts.
 */
final class StatementGenerator {

  private static final List<String> NAMES =
      List.of(
          "a",
          "b",
          "k",
          "Col",
          "ts",
          "\"Id\"",
          "\"a\"\"b\"",
          "\"select\"",
          "\"ünï\"",
          "key",
          "type",
          "ttl",
          "count",
          "json",
          "values",
          "static",
          "timestamp",
          "text",
          "list",
          "map",
          "tuple",
          "token_",
          "writetime",
          "like",
          "as",
          "default",
          "vector",
          "frozen",
          "distinct",
          "cast",
          "per",
          "partition",
          "group",
          "contains",
          "\"pk */ x\"");
  private static final List<String> CONSTANTS =
      List.of(
          "1",
          "-1",
          "0",
          "12345678901234567890",
          "1.",
          "1.5",
          "-2.5e10",
          "1e5",
          "'x'",
          "''",
          "'it''s; -- no'",
          "$$a$b$$",
          "$$'raw'$$",
          "true",
          "FALSE",
          "0xCAFE",
          "0x",
          "123e4567-e89b-12d3-a456-426614174000",
          "1h30m",
          "-1mo3d",
          "P1Y2M",
          "P3W",
          "PT5M",
          "P0001-02-03T04:05:06",
          "2us",
          "2µs",
          "NaN",
          "-NaN",
          "Infinity",
          "-infinity",
          "'😀'");
  private static final List<String> TYPES =
      List.of(
          "int",
          "TEXT",
          "varchar",
          "timeuuid",
          "list<int>",
          "set<frozen<list<text>>>",
          "map<text, int>",
          "frozen<map<int,int>>",
          "tuple<int, text>",
          "vector<float, 3>",
          "ks.addr",
          "\"Addr\"",
          "frozen<addr>",
          "counter",
          "date",
          "blob");
  private static final List<String> OPERATORS = List.of("=", "<", "<=", ">", ">=", "!=");
  private static final List<String> NOISE =
      List.of(
          "(", ")", "[", "]", "{", "}", ",", ";", ":", "..", ".", "?", "=", "+", "-", "*", "/", "%",
          "<", ">", "+=", "--x\n", "--", "/* c */", "/*", "'", "\"", "$$", "1", "x", "'s'", "0x",
          "NULL", "AND", "IF", "FROM", "WHERE", "IN", "USING", "JSON", "token", "SELECT", "SET",
          "expr(", "#", "\\", "NOT", "\"\"", "1..", "-", "@", "\u00A0");

  private final Random random;

  StatementGenerator(long seed) {
    this.random = new Random(seed);
  }

  /** A statement that reads or writes rows. */
  String statement() {
    return switch (random.nextInt(12)) {
          case 0, 1, 2, 3 -> select();
          case 4, 5, 6 -> insert();
          case 7, 8 -> update();
          case 9, 10 -> delete();
          default -> batch();
        }
        + maybe(";");
  }

  /** A statement about the schema, or one of the few others. */
  String schemaStatement() {
    return switch (random.nextInt(8)) {
          case 0 -> "TRUNCATE " + maybe("TABLE ") + table();
          case 1 -> "USE " + name();
          default -> schema();
        }
        + maybe(";");
  }

  /**
   * One to three small damages: a piece lost, doubled, swapped with the next, or something put
   * between.
   */
  String damage(String statement) {
    String damaged = statement;
    int times = 1 + random.nextInt(3);
    for (int i = 0; i < times && !damaged.isEmpty(); i++) {
      List<String> pieces = pieces(damaged);
      int at = random.nextInt(pieces.size());
      switch (random.nextInt(5)) {
        case 0 -> pieces.remove(at);
        case 1 -> pieces.add(at, pieces.get(at));
        case 2 -> pieces.add(at, pieces.remove(random.nextInt(pieces.size())));
        case 3 -> pieces.add(at, " " + pick(NOISE) + " ");
        default -> pieces.set(at, " " + pick(NOISE) + " ");
      }
      damaged = String.join("", pieces);
    }

    return damaged;
  }

  private static List<String> pieces(String statement) {
    return java.util.regex.Pattern.compile(
            "'(?:[^']|'')*'|\"[^\"]*\"|\\w+|\\s+|.", java.util.regex.Pattern.DOTALL)
        .matcher(statement)
        .results()
        .map(java.util.regex.MatchResult::group)
        .collect(Collectors.toCollection(java.util.ArrayList::new));
  }

  private String select() {
    return word("SELECT ")
        + maybe("JSON ")
        + maybe("DISTINCT ")
        + projection()
        + word(" FROM ")
        + table()
        + maybe(() -> " WHERE " + where())
        + maybe(() -> " GROUP BY " + list(1, 2, () -> selection(1)))
        + maybe(
            () ->
                " ORDER BY "
                    + list(1, 2, () -> column() + maybe(" ANN OF [1, ?]") + maybe(" DESC")))
        + maybe(() -> " PER PARTITION LIMIT " + count())
        + maybe(() -> " LIMIT " + count())
        + maybe(" ALLOW FILTERING");
  }

  private String projection() {
    return random.nextInt(3) == 0
        ? "*"
        : list(1, 4, () -> selection(2) + maybe(() -> " AS " + name()));
  }

  private String selection(int depth) {
    if (depth == 0) {
      return random.nextInt(3) == 0 ? constant() : name();
    }

    int less = depth - 1;

    return switch (random.nextInt(18)) {
      case 0 -> "count(*)";
      case 1 ->
          pick(List.of("writetime", "TTL", "maxwritetime"))
              + "("
              + name()
              + maybe(".f")
              + maybe("[1]")
              + ")";
      case 2 ->
          "CAST(" + selection(less) + " AS " + pick(List.of("text", "int", "timestamp")) + ")";
      case 3 -> maybe("ks.") + "fn(" + list(0, 2, () -> selection(less)) + ")";
      case 4 -> name() + "." + name();
      case 5 -> name() + "[" + term(1) + "]";
      case 6 ->
          name()
              + "["
              + pick(List.of("1..2", "..?", "'a'..", "1...3", "1..", "1...", "?..:x"))
              + "]";
      case 7 -> "(" + pick(TYPES) + ")" + selectionAtom(less);
      case 8 -> "(" + list(1, 2, () -> selection(less)) + ")";
      case 9 -> "[" + list(0, 2, () -> selection(less)) + "]";
      case 10 -> "{" + list(0, 2, () -> selection(less)) + "}";
      case 11 -> "{" + list(1, 2, () -> selection(less) + ": " + selection(less)) + "}";
      case 12 ->
          selection(less) + " " + pick(List.of("+", "-", "*", "/", "%")) + " " + selection(less);
      case 13 -> "- " + selection(less);
      case 14 -> pick(List.of("?", ":n", "null", "token(a, b)"));
      default -> name();
    };
  }

  private String selectionAtom(int depth) {
    return depth == 0 || random.nextBoolean() ? name() : "(" + selection(0) + ")";
  }

  private String insert() {
    if (random.nextInt(4) == 0) {
      return "INSERT INTO "
          + table()
          + " JSON "
          + pick(List.of("'{\"a\": 1}'", "?", ":j", "$${}$$"))
          + maybe(() -> pick(List.of(" DEFAULT NULL", " DEFAULT UNSET")))
          + maybe(" IF NOT EXISTS")
          + maybe(() -> " " + using());
    }

    return word("INSERT INTO ")
        + table()
        + " ("
        + list(1, 4, this::column)
        + ") VALUES ("
        + list(1, 4, () -> term(2))
        + ")"
        + maybe(" IF NOT EXISTS")
        + maybe(() -> " " + using());
  }

  private String update() {
    return word("UPDATE ")
        + table()
        + maybe(() -> " " + using())
        + " SET "
        + list(1, 3, this::assignment)
        + " WHERE "
        + where()
        + maybe(() -> " IF " + conditions());
  }

  private String assignment() {
    String column = column();

    return switch (random.nextInt(9)) {
      case 0 -> column + " = " + column + pick(List.of(" + ", " - ")) + term(1);
      case 1 -> column + " = " + term(1) + " + " + column;
      case 2 -> column + pick(List.of(" += ", " -= ")) + term(1);
      case 3 -> column + "[" + term(1) + "] = " + term(1);
      case 4 -> column + "." + name() + " = " + term(1);
      case 5 -> column + " = " + column + pick(List.of(" -1", " 2"));
      default -> column + " = " + term(2);
    };
  }

  private String delete() {
    return word("DELETE ")
        + maybe(
            () ->
                list(
                        1,
                        3,
                        () ->
                            pick(
                                List.of(
                                    column(),
                                    column() + "[" + term(1) + "]",
                                    column() + "." + name())))
                    + " ")
        + "FROM "
        + table()
        + maybe(() -> " USING TIMESTAMP " + count())
        + " WHERE "
        + where()
        + maybe(() -> " IF " + conditions());
  }

  private String conditions() {
    return random.nextInt(3) == 0 ? "EXISTS" : join(" AND ", 1, 2, this::condition);
  }

  private String condition() {
    String target =
        pick(List.of(column(), column(), column() + "[" + term(1) + "]", column() + "." + name()));

    return switch (random.nextInt(5)) {
      case 0 -> target + " IN " + inValues();
      case 1 -> column() + " CONTAINS " + maybe("KEY ") + term(1);
      default -> target + " " + pick(OPERATORS) + " " + term(1);
    };
  }

  private String batch() {
    return "BEGIN "
        + maybe(() -> pick(List.of("UNLOGGED ", "COUNTER ")))
        + "BATCH "
        + maybe(() -> using() + " ")
        + join(" ", 0, 3, () -> pick(List.of(insert(), update(), delete())) + maybe(";"))
        + " APPLY BATCH";
  }

  private String using() {
    return "USING " + join(" AND ", 1, 2, () -> pick(List.of("TIMESTAMP ", "TTL ")) + count());
  }

  private String where() {
    return join(" AND ", 1, 3, this::relation);
  }

  private String relation() {
    return switch (random.nextInt(15)) {
      case 0 -> column() + " IN " + inValues();
      case 1 ->
          "("
              + list(1, 3, this::column)
              + ") "
              + pick(OPERATORS)
              + " "
              + pick(List.of("?", ":t", "(" + list(1, 3, () -> term(1)) + ")"));
      case 2 ->
          "("
              + list(1, 3, this::column)
              + ") IN "
              + pick(
                  List.of(
                      "?",
                      ":t",
                      "()",
                      "(?, ?)",
                      "(:a)",
                      "((" + list(1, 2, () -> term(1)) + "), (1, ?))"));
      case 3 -> "token(" + list(1, 2, this::column) + ") " + pick(OPERATORS) + " " + term(2);
      case 4 -> column() + " CONTAINS " + maybe("KEY ") + term(1);
      case 5 -> column() + " LIKE " + term(1);
      case 6 -> column() + " IS NOT NULL";
      case 7 -> column() + "[" + term(1) + "] " + pick(OPERATORS) + " " + term(1);
      case 8 -> "(" + column() + " = " + term(1) + ")";
      case 9 -> "expr(" + name() + ", " + term(1) + ")";
      default -> column() + " " + pick(OPERATORS) + " " + term(2);
    };
  }

  private String inValues() {
    return pick(List.of("?", ":v", "(" + list(0, 3, () -> term(1)) + ")"));
  }

  private String term(int depth) {
    if (depth == 0) {
      return random.nextInt(3) == 0 ? pick(List.of("?", ":n", ":\"N\"", "null")) : constant();
    }

    int less = depth - 1;

    return switch (random.nextInt(16)) {
      case 0 -> "[" + list(0, 3, () -> term(less)) + "]";
      case 1 -> "{" + list(0, 3, () -> term(less)) + "}";
      case 2 -> "{" + list(1, 2, () -> term(less) + ": " + term(less)) + "}";
      case 3 -> "{" + list(1, 2, () -> name() + ": " + term(less)) + "}";
      case 4 -> "(" + list(1, 3, () -> term(less)) + ")";
      case 5 -> "(" + pick(TYPES) + ") " + term(0);
      case 6 -> "CAST(" + term(0) + " AS " + pick(List.of("text", "bigint")) + ")";
      case 7 ->
          pick(
              List.of(
                  "now()",
                  "uuid()",
                  "ks.f(" + term(less) + ")",
                  "\"Fn\"(" + term(less) + ", 1)",
                  "text(1)",
                  "token(1)"));
      case 8 -> term(less) + pick(List.of(" + ", " - ", " * ", " / ", " % ")) + term(less);
      case 9 -> "-f(" + term(less) + ")";
      default -> term(0);
    };
  }

  private String schema() {
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> createTable();
      case 3 ->
          "CREATE TYPE "
              + maybe("IF NOT EXISTS ")
              + "ks.addr ("
              + list(1, 3, () -> name() + " " + pick(TYPES))
              + maybe(",")
              + ")";
      case 4 ->
          "CREATE "
              + maybe("CUSTOM ")
              + "INDEX "
              + maybe("IF NOT EXISTS ")
              + maybe("idx ")
              + "ON "
              + table()
              + " ("
              + list(
                  1,
                  2,
                  () ->
                      pick(
                          List.of(
                              name(),
                              "KEYS(" + name() + ")",
                              "values(" + name() + ")",
                              "full(" + name() + ")",
                              "entries(a)")))
              + ")"
              + maybe(" USING 'sai'")
              + maybe(" WITH OPTIONS = {'mode': 'PREFIX', 'n': 1}");
      case 5 ->
          "CREATE MATERIALIZED VIEW "
              + maybe("IF NOT EXISTS ")
              + table()
              + " AS SELECT "
              + projection()
              + " FROM "
              + table()
              + " WHERE "
              + where()
              + " PRIMARY KEY "
              + pick(List.of("(a, b)", "((a, b), c)", "(a)"))
              + maybe(() -> " WITH " + tableOptions());
      case 6 -> "ALTER TABLE " + maybe("IF EXISTS ") + table() + " " + alteration();
      case 7 ->
          "ALTER TYPE "
              + maybe("IF EXISTS ")
              + "addr "
              + pick(
                  List.of(
                      "ADD x int",
                      "ADD IF NOT EXISTS x int",
                      "RENAME a TO b AND c TO d",
                      "RENAME IF EXISTS a TO b",
                      "ALTER a TYPE text"));
      case 8 ->
          "CREATE KEYSPACE "
              + maybe("IF NOT EXISTS ")
              + "ks WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"
              + maybe(" AND durable_writes = false");
      default ->
          "DROP "
              + pick(List.of("TABLE ", "TYPE ", "INDEX ", "MATERIALIZED VIEW ", "COLUMNFAMILY "))
              + maybe("IF EXISTS ")
              + "ks.thing";
    };
  }

  private String createTable() {
    return "CREATE TABLE "
        + maybe("IF NOT EXISTS ")
        + table()
        + " ("
        + pick(
            List.of(
                "a int PRIMARY KEY, " + columnDefinitions(),
                columnDefinitions() + ", PRIMARY KEY (a)",
                columnDefinitions() + ", PRIMARY KEY ((a, b), \"C\", d)",
                "PRIMARY KEY (a, b), " + columnDefinitions()))
        + maybe(",")
        + ")"
        + maybe(() -> " WITH " + tableOptions());
  }

  private String columnDefinitions() {
    return IntStream.range(0, 1 + random.nextInt(3))
        .mapToObj(
            i ->
                "c"
                    + i
                    + " "
                    + pick(TYPES)
                    + maybe(" STATIC")
                    + maybe(
                        () ->
                            pick(
                                List.of(
                                    " MASKED WITH DEFAULT",
                                    " MASKED WITH mask_inner(1, null)",
                                    " MASKED WITH f()"))))
        .collect(Collectors.joining(", "));
  }

  private String tableOptions() {
    List<String> all =
        new java.util.ArrayList<>(
            List.of(
                "comment = 'it''s'",
                "gc_grace_seconds = 10",
                "compaction = {'class': 'LeveledCompactionStrategy', 'n': 5}",
                "CLUSTERING ORDER BY (a DESC, b ASC)",
                "speculative_retry = '99p'",
                "cdc = true",
                "x = {}",
                "id = partition"));
    java.util.Collections.shuffle(all, random);

    return String.join(" AND ", all.subList(0, 1 + random.nextInt(4)));
  }

  private String alteration() {
    return pick(
        List.of(
            "ADD x " + pick(TYPES) + maybe(" static"),
            "ADD (x int, y text static)",
            "ADD IF NOT EXISTS x int MASKED WITH DEFAULT",
            "DROP x",
            "DROP (x, y) USING TIMESTAMP 5",
            "DROP IF EXISTS x",
            "RENAME a TO b AND c TO d",
            "ALTER a TYPE text",
            "ALTER a MASKED WITH DEFAULT",
            "ALTER IF EXISTS a DROP MASKED",
            "DROP COMPACT STORAGE",
            "WITH " + "comment = 'x' AND gc_grace_seconds = 1"));
  }

  private String table() {
    return maybe(() -> pick(List.of("ks", "\"Ks\"", "system")) + ".")
        + pick(List.of("t", "T1", "\"Order\"", "type", "users"));
  }

  private String column() {
    return random.nextInt(40) == 0 ? "\"\"" : name();
  }

  private String name() {
    return pick(NAMES);
  }

  private String constant() {
    return pick(CONSTANTS);
  }

  private String count() {
    return pick(List.of("1", "?", ":n", "86400", "-1"));
  }

  /** A keyword in one of the ways people write it, perhaps with a comment behind. */
  private String word(String word) {
    return switch (random.nextInt(4)) {
      case 0 -> word.toLowerCase(java.util.Locale.ROOT);
      case 1 -> word + pick(List.of("/* x */ ", "-- x\n", "// it's\r", "\t\n"));
      default -> word;
    };
  }

  private String list(int least, int most, Supplier<String> item) {
    return join(", ", least, most, item);
  }

  private String join(String between, int least, int most, Supplier<String> item) {
    return IntStream.range(0, least + random.nextInt(most - least + 1))
        .mapToObj(i -> item.get())
        .collect(Collectors.joining(between));
  }

  private String maybe(String text) {
    return random.nextInt(3) == 0 ? text : "";
  }

  private String maybe(Supplier<String> text) {
    return random.nextInt(3) == 0 ? text.get() : "";
  }

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
