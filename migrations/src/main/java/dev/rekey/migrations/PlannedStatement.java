package dev.rekey.migrations;

import java.util.Objects;

/**
 * A statement that a run would send.
 *
 * @param script name of its file; empty for those that set up the keyspace
 * @param number from 1 in its file
 * @param line where it begins in its file
 * @param cql its text, placeholders filled, without terminator
 */
public record PlannedStatement(String script, int number, int line, String cql) {
  public PlannedStatement {
    Objects.requireNonNull(script, "script");
    Objects.requireNonNull(cql, "cql");
  }
}
