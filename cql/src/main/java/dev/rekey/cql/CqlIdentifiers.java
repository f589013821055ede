package dev.rekey.cql;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Names between their two forms: as written in CQL, and as the server stores them. */
public final class CqlIdentifiers {

  private static final Pattern PLAIN = Pattern.compile("[a-z][a-z0-9_]*");

  /**
   * The words that cannot stand for a column or a table without quotes, Cassandra 5.0 (a superset
   * of 3.11 and 4.x).
   */
  private static final Set<String> RESERVED =
      Set.of(
          ("add allow alter and any apply asc authorize batch begin by columnfamily create default delete desc describe "
                  + "drop entries execute false from full grant if in index infinity insert into is keyspace limit "
                  + "materialized mbean mbeans modify nan norecursive not null of on or order primary rename replace "
                  + "revoke schema select set table to token true truncate unlogged unset update use using view where with")
              .split(" "));

  /** Names the server keeps from user types, over and above the reserved words. */
  private static final Set<String> RESERVED_TYPES =
      Set.of(
          ("ascii bigint blob boolean counter date decimal double duration float inet int smallint text time timestamp "
                  + "timeuuid tinyint uuid varchar varint bitstring byte complex enum interval macaddr cast count "
                  + "distinct json maxwritetime ttl writetime frozen list map set tuple vector")
              .split(" "));

  private CqlIdentifiers() {}

  /**
   * The CQL of an internal name: as it is where that reads back as the same name, else in double
   * quotes.
   */
  public static String quoteIfNeeded(String internalName) {
    return PLAIN.matcher(internalName).matches() && !RESERVED.contains(internalName)
        ? internalName
        : quote(internalName);
  }

  static String quoteTypeIfNeeded(String internalName) {
    return RESERVED_TYPES.contains(internalName)
        ? quote(internalName)
        : quoteIfNeeded(internalName);
  }

  /** The name in double quotes. */
  public static String quote(String internalName) {
    return '"' + internalName.replace("\"", "\"\"") + '"';
  }

  /** The internal name of a written one: quotes resolved, or lower case where there are none. */
  public static String unquote(String written) {
    if (written.length() >= 2 && written.charAt(0) == '"' && written.endsWith("\"")) {
      return written.substring(1, written.length() - 1).replace("\"\"", "\"");
    }

    return written.toLowerCase(Locale.ROOT);
  }

  /** Whether the word must be quoted to be a name. */
  public static boolean isReserved(String word) {
    return RESERVED.contains(word.toLowerCase(Locale.ROOT));
  }
}
