package dev.rekey.core.mapping;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The compiled mapping of one re-key: what interceptor, backfill and verification all execute.
 *
 * <p>A target column without a rule is carried unchanged from the source column of the same name.
 *
 * @param migration name of the re-key
 * @param formatVersion format of this description; a reader refuses versions it does not know
 * @param rules derivation by target column, only where it is not the plain copy of the same name
 */
public record KeyMapping(
    String migration,
    int formatVersion,
    TableShape source,
    TableShape target,
    Map<String, Derivation> rules) {
  /** The format of a mapping without a {@link BucketIndex}. */
  public static final int FORMAT_VERSION = 1;

  /** The format that says that the tables of the mapping's {@link BucketIndex} exist. */
  public static final int INDEXED_FORMAT_VERSION = 2;

  /** Every format this code can read. */
  public static final Set<Integer> KNOWN_FORMATS = Set.of(FORMAT_VERSION, INDEXED_FORMAT_VERSION);

  public KeyMapping {
    requireNonNull(migration, "migration is null");
    requireNonNull(source, "source is null");
    requireNonNull(target, "target is null");
    rules = Map.copyOf(rules);
    for (Map.Entry<String, Derivation> rule : rules.entrySet()) {
      Column column = target.requireColumn(rule.getKey());
      rule.getValue().sources().forEach(source::requireColumn);
      String produced = rule.getValue().resultType(source);
      if (!CqlType.same(produced, column.type())) {
        throw new IllegalArgumentException(
            "Cannot derive column %s: %s gives %s, the column is %s"
                .formatted(column.name(), rule.getValue().expression(), produced, column.type()));
      }
    }
    for (Column column : target.columns()) {
      if (!rules.containsKey(column.name()) && source.column(column.name()).isEmpty()) {
        throw new IllegalArgumentException(
            "Cannot fill target column %s: the source has no column of that name and no rule is given"
                .formatted(column.name()));
      }
    }
  }

  /** The same with a bucket index, if it needs one. */
  public KeyMapping indexed() {
    return BucketIndex.of(this).isPresent()
        ? new KeyMapping(migration, INDEXED_FORMAT_VERSION, source, target, rules)
        : this;
  }

  /** The index beside the target; empty if there is none. */
  public Optional<BucketIndex> index() {
    return formatVersion == INDEXED_FORMAT_VERSION ? BucketIndex.of(this) : Optional.empty();
  }

  /** The rule that fills a target column. */
  public Derivation rule(String targetColumn) {
    Derivation rule = rules.get(targetColumn);
    return rule != null ? rule : new Derivation.Copy(targetColumn);
  }

  /** The target column that holds this source column unchanged, if any. */
  public Optional<Column> carrier(String sourceColumn) {
    return target.columns().stream()
        .filter(
            column ->
                rule(column.name()) instanceof Derivation.Copy copy
                    && copy.column().equals(sourceColumn))
        .findFirst();
  }

  /** Target columns that are computed rather than carried, in key order first. */
  public List<Column> derivedColumns() {
    return target.columns().stream()
        .filter(column -> !(rule(column.name()) instanceof Derivation.Copy))
        .toList();
  }

  /**
   * The target's primary key for a source row, in the order of {@link TableShape#primaryKey()};
   * empty if a part of it is null, so that the row has no place in the target.
   */
  public Optional<List<ByteBuffer>> targetKey(Values sourceValues) {
    List<ByteBuffer> key = new ArrayList<>();
    for (Column column : target.primaryKey()) {
      Optional<ByteBuffer> value = rule(column.name()).apply(sourceValues);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      key.add(value.get());
    }
    return Optional.of(List.copyOf(key));
  }

  /** How far the new key is from the old one. */
  public KeyChange keyChange() {
    Set<String> oldKey = source.primaryKey().stream().map(Column::name).collect(Collectors.toSet());
    boolean onlyOldKey =
        target.primaryKey().stream()
            .allMatch(column -> oldKey.containsAll(rule(column.name()).sources()));
    Set<String> kept =
        target.primaryKey().stream()
            .map(column -> rule(column.name()))
            .filter(Derivation.Copy.class::isInstance)
            .flatMap(copy -> copy.sources().stream())
            .collect(Collectors.toSet());
    if (!kept.containsAll(oldKey)) {
      return KeyChange.D;
    }
    return onlyOldKey ? KeyChange.A : KeyChange.B;
  }

  /** SHA-256 over a canonical text of the whole mapping, in hex. */
  public String checksum() {
    StringBuilder text = new StringBuilder();
    text.append(formatVersion).append('\n');
    describe(text, source);
    describe(text, target);
    new TreeMap<>(rules)
        .forEach(
            (column, rule) ->
                text.append(column).append('=').append(rule.expression()).append('\n'));
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(text.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Cannot compute a checksum: this JVM has no SHA-256", e);
    }
  }

  private static void describe(StringBuilder text, TableShape shape) {
    text.append(shape.qualifiedName()).append('\n');
    shape.columns().stream()
        .sorted(java.util.Comparator.comparing(Column::name))
        .forEach(
            c ->
                text.append(c.cql())
                    .append(' ')
                    .append(c.type())
                    .append(' ')
                    .append(c.kind())
                    .append(' ')
                    .append(c.kind().isKey() ? c.position() : 0)
                    .append(c.descending() ? " desc" : "")
                    .append('\n'));
  }
}
