package dev.rekey.migrations;

import java.util.List;

/**
 * What a run did.
 *
 * @param created statements that created the keyspace and the tables of the lock and the history;
 *     the replication that was chosen shows here
 * @param applied scripts that were completed, in order; empty when there was nothing to do
 * @param token fencing token the run held
 */
public record MigrateResult(List<String> created, List<AppliedScript> applied, long token) {
  public MigrateResult {
    created = List.copyOf(created);
    applied = List.copyOf(applied);
  }
}
