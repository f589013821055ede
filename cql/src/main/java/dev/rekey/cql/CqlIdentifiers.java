package dev.rekey.cql;

import dev.rekey.core.mapping.Identifiers;
import java.util.Locale;
import java.util.Set;

/** Names between their two forms: as written in CQL, and as the server stores them. */
public final class CqlIdentifiers {

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
    return Identifiers.quoteIfNeeded(internalName);
  }

  static String quoteTypeIfNeeded(String internalName) {
    return RESERVED_TYPES.contains(internalName)
        ? quote(internalName)
        : quoteIfNeeded(internalName);
  }

  /** The name in double quotes. */
  public static String quote(String internalName) {
    return Identifiers.quote(internalName);
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
    return Identifiers.isReserved(word.toLowerCase(Locale.ROOT));
  }
}
