package dev.rekey.demo;

import static java.util.Objects.requireNonNull;

/**
 * What is migrated, and where.
 *
 * @param migration its name
 * @param spec the spec file
 * @param address of a node, host:port
 * @param source with its keyspace
 * @param target with its keyspace
 */
record Place(String migration, String spec, String address, String source, String target) {
  Place {
    requireNonNull(migration, "migration is null");
    requireNonNull(spec, "spec is null");
    requireNonNull(address, "address is null");
    requireNonNull(source, "source is null");
    requireNonNull(target, "target is null");
  }
}
