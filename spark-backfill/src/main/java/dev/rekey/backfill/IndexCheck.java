package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.BucketStore;
import dev.rekey.core.mapping.BucketIndex;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.Values;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Whether every bucket of the target that has rows is in the bucket index. An entry is acknowledged
 * before the first row of its bucket is sent, so a row that is read and has none is proof of a
 * writer that does not keep the index, and reads through it would miss rows.
 *
 * <p>Used by one thread; what was found is remembered up to a bound.
 */
final class IndexCheck {
  private static final int MOST_KNOWN = 100_000;
  private static final int AT_ONCE = 128;

  private final KeyMapping mapping;
  private final Optional<BucketIndex> index;
  private final Optional<BucketStore> store;
  private final Set<BucketIndex.Entry> known = new HashSet<>();

  IndexCheck(CqlSession session, KeyMapping mapping) {
    this.mapping = mapping;
    this.index = mapping.index();
    this.store = index.map(i -> new BucketStore(session, mapping));
  }

  /**
   * Looks the buckets of some rows of the target up. A row that is not where its key belongs is a
   * difference of its own, and says nothing of the index.
   *
   * @throws IllegalStateException if a bucket is not in the index
   */
  void check(List<ReducedRow> rows) {
    if (index.isEmpty()) {
      return;
    }
    Set<BucketIndex.Entry> fresh = new LinkedHashSet<>();
    for (ReducedRow row : rows) {
      Values values = values(row.sourceKey());
      BucketIndex.Entry entry = index.get().entry(mapping, values).orElseThrow();
      if (!known.contains(entry) && mapping.targetKey(values).equals(Optional.of(row.ownKey()))) {
        fresh.add(entry);
      }
    }
    if (known.size() + fresh.size() > MOST_KNOWN) {
      known.clear();
    }
    List<BucketIndex.Entry> entries = List.copyOf(fresh);
    for (int from = 0; from < entries.size(); from += AT_ONCE) {
      require(entries.subList(from, Math.min(entries.size(), from + AT_ONCE)));
    }
    known.addAll(fresh);
  }

  private void require(List<BucketIndex.Entry> entries) {
    List<CompletionStage<Boolean>> asked = new ArrayList<>();
    entries.forEach(entry -> asked.add(store.orElseThrow().isOpen(entry)));
    for (CompletionStage<Boolean> answer : asked) {
      if (!BucketStore.await(answer)) {
        throw new IllegalStateException(
            "Cannot trust the bucket index %s: a bucket of the target has rows and no entry there; find what writes %s past Rekey, then roll back and start again"
                .formatted(
                    index.orElseThrow().buckets().qualifiedName(),
                    mapping.target().qualifiedName()));
      }
    }
  }

  private Values values(List<ByteBuffer> sourceKey) {
    Map<String, ByteBuffer> values = new HashMap<>();
    List<Column> columns = mapping.source().primaryKey();
    for (int i = 0; i < columns.size(); i++) {
      values.put(columns.get(i).name(), sourceKey.get(i));
    }
    return Values.of(values);
  }
}
