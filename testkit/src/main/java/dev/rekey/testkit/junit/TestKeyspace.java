package dev.rekey.testkit.junit;

import static java.util.Objects.requireNonNull;

/**
 * The keyspace of one test class, created before its first test and dropped after its last.
 *
 * @param name unquoted, lower case
 * @param replicationFactor the number of nodes: each has every row
 */
public record TestKeyspace(String name, int replicationFactor) {

  public TestKeyspace {
    requireNonNull(name, "name is null");
  }

  /** A name in this keyspace: {@code table("t")} is {@code keyspace.t}. */
  public String table(String table) {
    return name + "." + table;
  }

  /** The name, so that it can be put into CQL as it is. */
  @Override
  public String toString() {
    return name;
  }
}
