package dev.rekey.backfill;

import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.Values;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The way back from a target row to its source key, for mappings whose new key is made of the old
 * key alone and still contains it.
 */
final class KeyInverse {

  private final KeyMapping mapping;
  private final Map<String, String> carriers = new LinkedHashMap<>();

  /**
   * @throws BackfillRefusedException if a source key column is not in the target's key, or a rule
   *     reads something else than the source key
   */
  KeyInverse(KeyMapping mapping) {
    this.mapping = mapping;
    List<String> problems = new ArrayList<>();
    for (Column column : mapping.source().primaryKey()) {
      mapping
          .carrier(column.name())
          .filter(carrier -> carrier.kind().isKey())
          .ifPresentOrElse(
              carrier -> carriers.put(column.name(), carrier.name()),
              () -> problems.add("key column " + column.name() + " is not in the new key"));
    }
    for (Column column : mapping.target().primaryKey()) {
      for (String source : mapping.rule(column.name()).sources()) {
        if (!mapping.source().requireColumn(source).kind().isKey()) {
          problems.add("new key column " + column.name() + " reads " + source);
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new BackfillRefusedException(
          "Cannot compare %s with %s by key: %s. Only key changes of class A can be verified."
              .formatted(
                  mapping.source().qualifiedName(),
                  mapping.target().qualifiedName(),
                  String.join("; ", problems)));
    }
  }

  /** The source key of a source row. */
  List<ByteBuffer> ofSource(RowImage row) {
    return mapping.source().primaryKey().stream()
        .map(column -> row.input(column.name()).orElseThrow())
        .toList();
  }

  /** The source key of a target row. */
  List<ByteBuffer> ofTarget(RowImage row) {
    return carriers.values().stream().map(name -> row.input(name).orElseThrow()).toList();
  }

  /** The target's own key of a target row. */
  List<ByteBuffer> targetKey(RowImage row) {
    return mapping.target().primaryKey().stream()
        .map(column -> row.input(column.name()).orElseThrow())
        .toList();
  }

  /** Where a source key belongs in the target; empty if it has no place there. */
  Optional<List<ByteBuffer>> placeOf(List<ByteBuffer> sourceKey) {
    Map<String, ByteBuffer> values = new HashMap<>();
    List<Column> columns = mapping.source().primaryKey();
    for (int i = 0; i < columns.size(); i++) {
      values.put(columns.get(i).name(), sourceKey.get(i));
    }
    return mapping.targetKey(Values.of(values));
  }
}
