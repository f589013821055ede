package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.KeyMapping;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Everything CQL shows of a table in the source's terms, with write times and lives to the minute.
 */
final class Cells {
  private Cells() {}

  static Map<String, List<String>> read(CqlSession session, String table, KeyMapping mapping) {
    List<String> selectors = new ArrayList<>();
    mapping.source().primaryKey().forEach(column -> selectors.add(name(column, table, mapping)));
    int keys = selectors.size();
    for (Column column : mapping.source().regulars()) {
      String name = name(column, table, mapping);
      selectors.add(name);
      selectors.add("writetime(" + name + ")");
      selectors.add("ttl(" + name + ")");
    }
    Map<String, List<String>> cells = new TreeMap<>();
    for (Row row :
        session.execute(
            SimpleStatement.newInstance(
                "SELECT " + String.join(", ", selectors) + " FROM " + table))) {
      List<String> values = new ArrayList<>();
      for (int i = keys; i < row.size(); i++) {
        boolean isTtl = (i - keys) % 3 == 2;
        boolean isListTime = (i - keys) % 3 == 1 && isList(mapping, (i - keys) / 3);
        values.add(isTtl ? minutes(row, i) : isListTime ? "its own" : hex(row.getBytesUnsafe(i)));
      }
      cells.put(key(row, keys), values);
    }
    return cells;
  }

  /** A list that was copied as a whole is younger where it was copied to. */
  private static boolean isList(KeyMapping mapping, int regular) {
    return mapping.source().regulars().get(regular).type().startsWith("list<");
  }

  /** The target may have other names. */
  private static String name(Column column, String table, KeyMapping mapping) {
    return table.equals(mapping.target().qualifiedName())
        ? mapping.carrier(column.name()).orElseThrow().cql()
        : column.cql();
  }

  private static String key(Row row, int keys) {
    List<String> key = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      key.add(hex(row.getBytesUnsafe(i)));
    }
    return String.join(":", key);
  }

  /** The two tables are read one after the other, so seconds would differ. */
  private static String minutes(Row row, int column) {
    return row.isNull(column)
        ? "forever"
        : row.getObject(column) instanceof Integer seconds
            ? (seconds + 30) / 60 + " min"
            : String.valueOf(row.getObject(column)).replaceAll("\\d+", "n");
  }

  private static String hex(ByteBuffer bytes) {
    if (bytes == null) {
      return "null";
    }
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return HexFormat.of().formatHex(copy);
  }
}
