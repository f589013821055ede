package dev.rekey.cql.route;

/** Why a statement cannot be kept exact in both tables; the codes are stable. */
public enum RefusalCode {
  /** The text is not CQL as we know it. */
  UNPARSABLE,
  /** An IF that cannot be decided on one table for both. */
  CONDITIONAL,
  /** Increments cannot be replayed exactly. */
  COUNTER,
  /** The JSON form of INSERT. */
  INSERT_JSON,
  /** Elements of a non-frozen list have names only the server knows. */
  LIST,
  /** One static value would have to live in many target partitions. */
  STATIC,
  /** TRUNCATE leaves no tombstone. */
  TRUNCATE,
  /** A change of either table's schema. */
  SCHEMA_CHANGE,
  /** A function that may give each table its own result. */
  FUNCTION,
  /** A value of the source's key is missing. */
  INCOMPLETE_KEY,
  /** The statement does not say which target partitions it is about. */
  UNBOUNDED,
  /** It is about more target partitions than one statement may touch. */
  TOO_MANY_PARTITIONS,
  /** A restriction the target's key cannot express. */
  RESTRICTION,
  /** A column the target does not carry. */
  NOT_CARRIED,
  /** A value of the target's key cannot be known without reading the source row. */
  NEEDS_LOOKUP,
  /** Rows would come in another order. */
  ORDER,
  /** A result over several target partitions that cannot be put together exactly. */
  AGGREGATE,
  /** The target's own name, in a statement that cannot be said of the source. */
  TARGET_NAMED,
  /** A value for a computed column of the target that its rule does not give. */
  COMPUTED_COLUMN,
  /** A literal the client cannot turn into the server's bytes with certainty. */
  LITERAL,
  /** A key value is null. */
  NULL_KEY
}
