package dev.rekey.control;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.ColumnKind;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.Derivations;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compiled mappings as plain columns, and the spec they came from. Both are stored under their
 * checksum and never changed.
 */
public final class MappingStore {
  private static final String INSERT =
      "INSERT INTO rekey.mapping_column (migration, checksum, side, ordinal, name, type, kind,"
          + " position, descending, rule) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  private static final String SELECT =
      "SELECT side, name, type, kind, position, descending, rule FROM rekey.mapping_column WHERE"
          + " migration = ? AND checksum = ?";
  private static final String INSERT_SPEC =
      "INSERT INTO rekey.spec (migration, checksum, body) VALUES (?, ?, ?)";
  private static final String SELECT_SPEC =
      "SELECT body FROM rekey.spec WHERE migration = ? AND checksum = ?";

  private final ControlStatements statements;

  public MappingStore(CqlSession session) {
    this.statements = new ControlStatements(session);
  }

  /** Stores a mapping under its checksum; storing it again changes nothing. */
  public void save(KeyMapping mapping) {
    String checksum = mapping.checksum();
    int ordinal = 0;
    for (Column column : mapping.source().columns()) {
      insert(mapping, checksum, "source", ordinal++, column);
    }
    for (Column column : mapping.target().columns()) {
      insert(mapping, checksum, "target", ordinal++, column);
    }
  }

  /**
   * Reads the mapping of a migration and proves its checksum.
   *
   * @throws IllegalStateException if it is missing, incomplete, or in a format this code does not
   *     know
   */
  public KeyMapping load(MigrationRecord record) {
    MigrationRecord.MappingReference reference = record.mapping();
    if (!KeyMapping.KNOWN_FORMATS.contains(reference.format())) {
      throw new IllegalStateException(
          "Cannot read the mapping of %s: it has format %d, this version of Rekey knows %s"
              .formatted(
                  record.name(),
                  reference.format(),
                  KeyMapping.KNOWN_FORMATS.stream().sorted().toList()));
    }
    List<Column> source = new ArrayList<>();
    List<Column> target = new ArrayList<>();
    Map<String, Derivation> rules = new LinkedHashMap<>();
    for (Row row : statements.execute(SELECT, record.name(), reference.checksum())) {
      Column column = column(row);
      boolean isTarget = "target".equals(row.getString("side"));
      (isTarget ? target : source).add(column);
      if (isTarget && !row.isNull("rule")) {
        rules.put(column.name(), Derivations.parse(row.getString("rule")));
      }
    }
    if (source.isEmpty() || target.isEmpty()) {
      throw new IllegalStateException(
          "Cannot read the mapping of %s: none is stored under checksum %s"
              .formatted(record.name(), reference.checksum()));
    }
    KeyMapping mapping =
        new KeyMapping(
            record.name(),
            reference.format(),
            new TableShape(record.source().keyspace(), record.source().table(), source),
            new TableShape(record.target().keyspace(), record.target().table(), target),
            rules);
    if (!mapping.checksum().equals(reference.checksum())) {
      throw new IllegalStateException(
          "Cannot use the mapping of %s: its checksum is %s, the migration names %s"
              .formatted(record.name(), mapping.checksum(), reference.checksum()));
    }
    return mapping;
  }

  /** Stores the text of a spec under its checksum. */
  public void saveSpec(String migration, String checksum, String text) {
    statements.execute(INSERT_SPEC, migration, checksum, text);
  }

  /** The text of a stored spec. */
  public Optional<String> spec(String migration, String checksum) {
    return Optional.ofNullable(statements.execute(SELECT_SPEC, migration, checksum).one())
        .map(row -> row.getString("body"));
  }

  private void insert(
      KeyMapping mapping, String checksum, String side, int ordinal, Column column) {
    Derivation rule = "target".equals(side) ? mapping.rules().get(column.name()) : null;
    statements.execute(
        INSERT,
        mapping.migration(),
        checksum,
        side,
        ordinal,
        column.name(),
        column.type(),
        column.kind().name(),
        column.position(),
        column.descending(),
        rule == null ? null : rule.expression());
  }

  private static Column column(Row row) {
    return new Column(
        row.getString("name"),
        row.getString("type"),
        ColumnKind.valueOf(row.getString("kind")),
        row.getInt("position"),
        row.getBoolean("descending"));
  }
}
