package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.BucketStore;
import dev.rekey.core.mapping.BucketIndex;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.Values;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Opens each bucket of the target before its first row is written there: its index entry is durable
 * then, and deletes that did not find it have been executed in it. Nothing where the mapping has no
 * index.
 *
 * <p>Used by one thread. What was opened is remembered up to a bound; a bucket that is opened twice
 * costs two round trips more.
 */
final class BucketOpener {
  private static final int MOST_KNOWN = 100_000;
  private static final int AT_ONCE = 128;

  private final KeyMapping mapping;
  private final Optional<BucketIndex> index;
  private final Optional<BucketStore> store;
  private final Set<BucketIndex.Entry> known = new HashSet<>();

  BucketOpener(CqlSession session, KeyMapping mapping) {
    this.mapping = mapping;
    this.index = mapping.index();
    this.store = index.map(i -> new BucketStore(session, mapping));
  }

  /**
   * Returns when the buckets of these rows are open.
   *
   * @param rows source values by column, at least those the target's key is made of
   */
  void open(List<Map<String, ByteBuffer>> rows) {
    if (index.isEmpty()) {
      return;
    }
    Set<BucketIndex.Entry> fresh = new LinkedHashSet<>();
    for (Map<String, ByteBuffer> row : rows) {
      index
          .get()
          .entry(mapping, Values.of(row))
          .filter(e -> !known.contains(e))
          .ifPresent(fresh::add);
    }
    List<BucketIndex.Entry> entries = List.copyOf(fresh);
    for (int from = 0; from < entries.size(); from += AT_ONCE) {
      open(entries.subList(from, Math.min(entries.size(), from + AT_ONCE)), store.orElseThrow());
    }
    if (known.size() + fresh.size() > MOST_KNOWN) {
      known.clear();
    }
    known.addAll(fresh);
  }

  private static void open(List<BucketIndex.Entry> entries, BucketStore store) {
    List<CompletionStage<Void>> opening = new ArrayList<>();
    entries.forEach(entry -> opening.add(store.open(entry)));
    opening.forEach(BucketStore::await);
  }
}
