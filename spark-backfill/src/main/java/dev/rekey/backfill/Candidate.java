package dev.rekey.backfill;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * A key at which the scans saw a difference, to be looked at again.
 *
 * @param sourceKey the key in source terms
 * @param strayKey the target key of a row that does not lie where the source key belongs
 */
record Candidate(List<ByteBuffer> sourceKey, Optional<List<ByteBuffer>> strayKey) {

  Candidate {
    sourceKey = List.copyOf(sourceKey);
  }
}
