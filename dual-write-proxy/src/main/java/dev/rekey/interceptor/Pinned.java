package dev.rekey.interceptor;

import dev.rekey.cql.route.Hole;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What must stay the same however often one request is repeated: its timestamp and the results of
 * the functions in it. Fixed before the driver sees the request, because a retry inside the driver
 * would draw a new timestamp.
 */
final class Pinned {
  private static final Random RANDOM = new SecureRandom();

  private final long timestamp;
  private final Map<CallKey, ByteBuffer> results = new ConcurrentHashMap<>();

  private record CallKey(int child, Hole.Evaluated call) {}

  Pinned(long timestamp) {
    this.timestamp = timestamp;
  }

  /** In microseconds; greater than the fence, unless the application chose it. */
  long timestamp() {
    return timestamp;
  }

  /** The result of a call in one statement of a batch (0 outside a batch). */
  ByteBuffer evaluated(int child, Hole.Evaluated call) {
    return results
        .computeIfAbsent(
            new CallKey(child, call), key -> key.call().function().evaluate(timestamp, RANDOM))
        .duplicate();
  }
}
