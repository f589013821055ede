package dev.rekey.interceptor;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.TableShape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Draws one SELECT; the same seed and number give the same query. */
final class RandomQueries {
  private static final Pattern MARKER = Pattern.compile("\u0001(\\d+)\u0001");

  private enum Values {
    LITERAL,
    POSITIONAL,
    NAMED
  }

  private final RandomTable table;
  private final Random random;
  private final Values form;
  private final boolean prepared;
  private final List<Object> drawn = new ArrayList<>();
  private final List<Object> values = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final Set<Integer> lives = new HashSet<>();
  private String mayBeRefused = "";
  private boolean severalBuckets = true;
  private boolean severalPartitions;
  private boolean ranged;

  private RandomQueries(RandomTable table, Random random) {
    this.table = table;
    this.random = random;
    this.form = Values.values()[random.nextInt(3)];
    this.prepared = random.nextBoolean();
  }

  static RandomQuery draw(RandomTable table, long seed, int number) {
    Random random = new Random(new SplittableRandom(seed * 1_000_003 + number).nextLong());
    return new RandomQueries(table, random).select();
  }

  private RandomQuery select() {
    String projection = projection();
    String where = where();
    boolean aggregates = projection.matches(".*(count|min|max|sum|avg)\\(.*");
    if (aggregates
        && severalBuckets
        && !projection.matches("(count\\([^)]*\\)( AS \\w+)?(, )?)+")) {
      mayBeRefused("an aggregate over several target partitions");
    }
    String order = oneIn(3) ? orderBy() : "";
    if (severalPartitions && !order.isEmpty()) {
      mayBeRefused("the order of rows of several partitions");
    }
    String perPartition = oneIn(7) ? " PER PARTITION LIMIT " + term(1 + random.nextInt(5)) : "";
    if (aggregates && severalBuckets && !perPartition.isEmpty()) {
      mayBeRefused("an aggregate over the first rows of several target partitions");
    }
    boolean plainRows = perPartition.isEmpty() && !projection.startsWith("JSON");
    if (table.interleaves() && ranged && (severalPartitions || !plainRows)) {
      mayBeRefused("rows that would have to be merged without a place to go on from");
    }
    String limit = oneIn(3) ? " LIMIT " + term(1 + random.nextInt(20)) : "";
    String cql =
        "SELECT "
            + projection
            + " FROM "
            + (oneIn(2) ? table.rekeying().source() : ownName())
            + where
            + order
            + perPartition
            + limit
            + (where.contains("\"Note\"") || where.contains("value") ? " ALLOW FILTERING" : "");
    boolean small = random.nextInt(5) < 3;
    return new RandomQuery(
        withMarkers(cql),
        List.copyOf(values),
        List.copyOf(names),
        prepared,
        small ? 1 + random.nextInt(7) : 0,
        RandomQuery.Paging.values()[random.nextInt(3)],
        Set.copyOf(lives),
        mayBeRefused);
  }

  private String ownName() {
    String qualified = table.rekeying().source();
    return qualified.substring(qualified.indexOf('.') + 1);
  }

  private String projection() {
    if (oneIn(4)) {
      return "*";
    }
    if (oneIn(12)) {
      return "JSON " + (oneIn(2) ? "*" : list(1, 3, () -> column()));
    }
    if (oneIn(8)) {
      return list(
          1, 2, () -> pick("count(*)", "count(1)", "count(\"Note\")", "count(value)") + alias());
    }
    if (oneIn(14)) {
      return list(
          1,
          2,
          () ->
              pick(
                  "min(value)", "max(ts)", "sum(big)", "avg(value)", "max(big)", "count(*)", "ts"));
    }
    List<String> selectors = new ArrayList<>();
    int size = 1 + random.nextInt(4);
    for (int i = 0; i < size; i++) {
      String selector = selector();
      if (selector.matches("(?i)ttl *\\(.*")) {
        lives.add(i);
      }
      selectors.add(selector + alias());
    }
    return String.join(", ", selectors);
  }

  private String selector() {
    return switch (random.nextInt(9)) {
      case 0 -> pick("writetime(value)", "WRITETIME( \"Note\" )", "writetime(big)");
      case 1 -> pick("ttl(value)", "TTL(\"Note\")", "ttl ( big )");
      case 2 -> "CAST(" + pick("value", "big", "ts") + " AS text)";
      case 3 -> pick("amounts['a']", "amounts['a'..'b']", "tags['x']");
      case 4 -> pick("toUnixTimestamp(ts)", "toDate(ts)", "blobAsText(textAsBlob(\"Note\"))");
      default -> column();
    };
  }

  private String alias() {
    return oneIn(5) ? " AS " + pick("v", "\"Alias\"", "ts2") : "";
  }

  private String column() {
    List<Column> columns = table.source().columns();
    return columns.get(random.nextInt(columns.size())).cql();
  }

  private String where() {
    List<String> relations = new ArrayList<>();
    TableShape source = table.source();
    List<Column> partition = source.partitionKey();
    boolean several = oneIn(8);
    for (Column column : partition) {
      boolean last = column == partition.get(partition.size() - 1);
      relations.add(several && last || several && oneIn(3) ? in(column) : equal(column));
    }
    clustering(relations);
    severalPartitions = several;
    severalBuckets |= several;
    if (oneIn(10)) {
      relations.add(pick("\"Note\" = 'n1'", "value > 3.5", "value < 1.0"));
    }
    if (oneIn(3)) {
      Collections.shuffle(relations, random);
    }
    return " WHERE " + String.join(" AND ", relations);
  }

  private void clustering(List<String> relations) {
    boolean open = false;
    boolean listed = false;
    for (Column column : table.source().clustering()) {
      boolean bucketed = column.name().equals(table.bucketed());
      boolean promoted = table.promoted().contains(column.name());
      boolean needed = bucketed || promoted;
      // A range of a promoted column is refused, so it is rare.
      int most = promoted && !oneIn(8) ? 10 : 23;
      int kind = needed ? random.nextInt(most) : random.nextInt(30);
      if (open || kind == 22 || (!needed && kind > 11)) {
        open = true;
        ranged |= bucketed;
      } else if (kind < 7) {
        relations.add(equal(column));
        severalBuckets &= !bucketed || listed;
      } else if (kind < 10) {
        relations.add(in(column));
        listed = true;
      } else {
        open = true;
        ranged |= bucketed;
        relations.addAll(range(column));
      }
    }
    if (oneIn(60)) {
      relations.add("token(" + RandomTable.names(table.source().partitionKey()) + ") > 0");
      mayBeRefused("token()");
    }
  }

  private List<String> range(Column column) {
    boolean closed = random.nextInt(12) > 0;
    boolean promoted = table.promoted().contains(column.name());
    List<String> ends = new ArrayList<>();
    boolean low = closed || random.nextBoolean();
    if (low) {
      ends.add(column.cql() + pick(" > ", " >= ") + value(column));
    }
    if (closed || !low) {
      ends.add(column.cql() + pick(" < ", " <= ") + value(column));
    }
    if (promoted) {
      mayBeRefused("a range of " + column.name() + " does not list target partitions");
    }
    return ends;
  }

  private String orderBy() {
    List<Column> clustering = table.source().clustering();
    boolean turned = random.nextBoolean();
    int size = 1 + random.nextInt(clustering.size());
    return " ORDER BY "
        + clustering.subList(0, size).stream()
            .map(
                column ->
                    column.cql() + (column.descending() == turned ? pick("", " ASC") : " DESC"))
            .collect(Collectors.joining(", "));
  }

  private String equal(Column column) {
    return column.cql() + " = " + value(column);
  }

  private String in(Column column) {
    List<Object> listed = new ArrayList<>();
    int size = oneIn(15) ? 0 : 1 + random.nextInt(4);
    for (int i = 0; i < size; i++) {
      listed.add(RandomTable.value(column, random));
    }
    return form != Values.LITERAL && oneIn(2)
        ? column.cql() + " IN " + marker(List.copyOf(listed))
        : column.cql()
            + " IN ("
            + listed.stream().map(this::term).collect(Collectors.joining(", "))
            + ")";
  }

  private String value(Column column) {
    return term(RandomTable.value(column, random));
  }

  private String term(Object value) {
    return form == Values.LITERAL || oneIn(6) ? RandomTable.literal(value, random) : marker(value);
  }

  /** A place for a marker; which one it becomes is known when the text is complete. */
  private String marker(Object value) {
    drawn.add(value);
    return "\u0001" + (drawn.size() - 1) + "\u0001";
  }

  /** Values are bound in the order of the text, names keep theirs. */
  private String withMarkers(String cql) {
    StringBuilder text = new StringBuilder();
    Matcher places = MARKER.matcher(cql);
    while (places.find()) {
      values.add(drawn.get(Integer.parseInt(places.group(1))));
      if (form == Values.NAMED) {
        names.add("v" + places.group(1));
        places.appendReplacement(text, ":v" + places.group(1));
      } else {
        places.appendReplacement(text, "?");
      }
    }
    return places.appendTail(text).toString();
  }

  private void mayBeRefused(String why) {
    mayBeRefused = why;
  }

  private String list(int least, int most, Supplier<String> item) {
    List<String> items = new ArrayList<>();
    int size = least + random.nextInt(most - least + 1);
    for (int i = 0; i < size; i++) {
      items.add(item.get());
    }
    return String.join(", ", items);
  }

  private boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
