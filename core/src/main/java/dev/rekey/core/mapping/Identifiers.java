package dev.rekey.core.mapping;

import java.util.Set;
import java.util.regex.Pattern;

/** Quotes identifiers so that any legal Cassandra name survives in generated CQL. */
public final class Identifiers {
  private static final Pattern PLAIN = Pattern.compile("[a-z][a-z0-9_]*");

  /**
   * The words that cannot stand for a column or a table without quotes in Cassandra 5.0, a superset
   * of 3.11 and 4.x; the tests of module cql hold the list against the server's own parser.
   */
  private static final Set<String> RESERVED =
      Set.of(
          ("add allow alter and any apply asc authorize batch begin by columnfamily create default"
                  + " delete desc describe drop entries execute false from full grant if in index"
                  + " infinity insert into is keyspace limit materialized mbean mbeans modify nan"
                  + " norecursive not null of on or order primary rename replace revoke schema select"
                  + " set table to token true truncate unlogged unset update use using view where"
                  + " with")
              .split(" "));

  private Identifiers() {}

  /** The name as it must stand in CQL text: quoted unless it is a plain lower-case word. */
  public static String quoteIfNeeded(String internalName) {
    return PLAIN.matcher(internalName).matches() && !isReserved(internalName)
        ? internalName
        : quote(internalName);
  }

  /** The name in double quotes. */
  public static String quote(String internalName) {
    return '"' + internalName.replace("\"", "\"\"") + '"';
  }

  /** Whether a lower-case word must be quoted to be a name. */
  public static boolean isReserved(String word) {
    return RESERVED.contains(word);
  }

  /** {@code keyspace.table}, each part quoted where needed. */
  public static String qualified(String keyspace, String table) {
    return quoteIfNeeded(keyspace) + '.' + quoteIfNeeded(table);
  }
}
