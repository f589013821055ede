package dev.rekey.cql;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The value of an option after WITH. */
public sealed interface OptionValue {

  /** As it was written; a schema reader carries this over unchanged. */
  String cql();

  /** A constant or a word; the text of a string is its content. */
  record Scalar(String text, String cql) implements OptionValue {}

  /** A map of constants, in the order written. */
  record Entries(Map<String, String> entries, String cql) implements OptionValue {
    public Entries {
      entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }
  }
}
