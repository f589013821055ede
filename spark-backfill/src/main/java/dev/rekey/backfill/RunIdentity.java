package dev.rekey.backfill;

import java.io.Serializable;
import java.util.Objects;
import java.util.UUID;

/**
 * Which run this process works on, and by whose right.
 *
 * @param fencingToken of the orchestrator that started the process; as soon as the migration or the
 *     run carries another one, this process must stop
 */
record RunIdentity(String migration, UUID run, long fencingToken) implements Serializable {

  RunIdentity {
    Objects.requireNonNull(migration, "migration is null");
    Objects.requireNonNull(run, "run is null");
  }
}
