package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The first page one table answered with.
 *
 * @param rows each as a short text and a digest of all of it
 * @param whole whether no page follows
 */
record ShadowAnswer(List<String> columns, List<String> rows, boolean whole) {
  private static final int SHOWN_BYTES = 24;

  ShadowAnswer {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  static ShadowAnswer of(AsyncResultSet page) {
    List<String> columns = new ArrayList<>();
    for (ColumnDefinition column : page.getColumnDefinitions()) {
      columns.add(column.getName() + " " + column.getType());
    }
    List<String> rows = new ArrayList<>();
    page.currentPage().forEach(row -> rows.add(text(row)));
    return new ShadowAnswer(columns, rows, !page.hasMorePages());
  }

  /**
   * What is in one answer and not in the other, each row by itself, so that looks at different
   * times can be compared; empty if both say the same in the same order.
   */
  static Set<String> differences(ShadowAnswer lead, ShadowAnswer follow) {
    if (!lead.columns.equals(follow.columns)) {
      return Set.of("columns %s, and %s".formatted(lead.columns, follow.columns));
    }
    List<String> left = lead.within(follow);
    List<String> right = follow.within(lead);
    if (left.equals(right)) {
      return Set.of();
    }
    Set<String> differences = new HashSet<>();
    left(left, right).forEach(row -> differences.add("missing: " + row));
    left(right, left).forEach(row -> differences.add("unexpected: " + row));
    if (differences.isEmpty()) {
      differences.add("the same rows in another order");
    }
    return differences;
  }

  /** Where the other page ends early, rows behind that are not known of it. */
  private List<String> within(ShadowAnswer other) {
    boolean cut = !other.whole && other.rows.size() < rows.size();
    return cut ? rows.subList(0, other.rows.size()) : rows;
  }

  /** The rows that are more often in the one than in the other. */
  private static Set<String> left(List<String> in, List<String> out) {
    Map<String, Integer> counts = new HashMap<>();
    in.forEach(row -> counts.merge(row, 1, Integer::sum));
    out.forEach(row -> counts.merge(row, -1, Integer::sum));
    Set<String> left = new HashSet<>();
    counts.forEach(
        (row, count) -> {
          if (count > 0) {
            left.add(row);
          }
        });
    return left;
  }

  private static String text(Row row) {
    MessageDigest digest = digest();
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      ByteBuffer bytes = row.getBytesUnsafe(i);
      byte[] value = bytes == null ? null : new byte[bytes.remaining()];
      digest.update(
          ByteBuffer.allocate(Integer.BYTES).putInt(0, value == null ? -1 : value.length));
      if (value != null) {
        bytes.duplicate().get(value);
        digest.update(value);
      }
      shown.add(value == null ? "null" : shown(value));
    }
    return String.join(" ", shown) + " #" + HexFormat.of().formatHex(digest.digest(), 0, 8);
  }

  private static String shown(byte[] value) {
    return HexFormat.of().formatHex(value, 0, Math.min(SHOWN_BYTES, value.length))
        + (value.length > SHOWN_BYTES ? ".." : "");
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Cannot compare rows: this JVM has no SHA-256", e);
    }
  }
}
