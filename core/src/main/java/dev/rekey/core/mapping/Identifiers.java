package dev.rekey.core.mapping;

import java.util.Set;
import java.util.regex.Pattern;

/** Quotes identifiers so that any legal Cassandra name survives in generated CQL. */
public final class Identifiers {
  private static final Pattern PLAIN = Pattern.compile("[a-z][a-z0-9_]*");

  /** Reserved words of Cassandra 3.11 to 5.0; quoting a word that is not reserved does no harm. */
  private static final Set<String> RESERVED =
      Set.of(
          "add",
          "allow",
          "alter",
          "and",
          "any",
          "apply",
          "asc",
          "authorize",
          "batch",
          "begin",
          "by",
          "columnfamily",
          "create",
          "default",
          "delete",
          "desc",
          "describe",
          "drop",
          "each_quorum",
          "entries",
          "execute",
          "from",
          "full",
          "grant",
          "if",
          "in",
          "index",
          "inet",
          "infinity",
          "insert",
          "into",
          "is",
          "keyspace",
          "keyspaces",
          "limit",
          "local_one",
          "local_quorum",
          "materialized",
          "mbean",
          "mbeans",
          "modify",
          "nan",
          "norecursive",
          "not",
          "null",
          "of",
          "on",
          "one",
          "or",
          "order",
          "password",
          "primary",
          "quorum",
          "rename",
          "replace",
          "revoke",
          "schema",
          "select",
          "set",
          "table",
          "three",
          "to",
          "token",
          "truncate",
          "two",
          "unlogged",
          "unset",
          "update",
          "use",
          "using",
          "view",
          "where",
          "with");

  private Identifiers() {}

  /** The name as it must stand in CQL text: quoted unless it is a plain lower-case word. */
  public static String quoteIfNeeded(String internalName) {
    if (PLAIN.matcher(internalName).matches() && !RESERVED.contains(internalName)) {
      return internalName;
    }
    return '"' + internalName.replace("\"", "\"\"") + '"';
  }

  /** {@code keyspace.table}, each part quoted where needed. */
  public static String qualified(String keyspace, String table) {
    return quoteIfNeeded(keyspace) + '.' + quoteIfNeeded(table);
  }
}
