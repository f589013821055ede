package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.Set;
import java.util.stream.Collectors;

/** How much there is of the control keyspace. */
enum Installation {
  NONE,
  /** Some tables are there, and no migration is stored: it is being created. */
  UNFINISHED,
  COMPLETE;

  private static final Set<String> NEEDED =
      Set.of("migration", "instance", "mirror_journal", "journal_minute", "mapping_column");

  /**
   * Looks at the schema.
   *
   * @throws IllegalStateException if tables are missing although migrations are stored: then it is
   *     not being created but broken, and the phases decide about every statement
   */
  static Installation of(CqlSession session) {
    Set<String> tables =
        session
            .execute(
                SimpleStatement.newInstance(
                    "SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'rekey'"))
            .all()
            .stream()
            .map(row -> row.getString("table_name"))
            .filter(NEEDED::contains)
            .collect(Collectors.toSet());
    if (tables.equals(NEEDED)) {
      return COMPLETE;
    }
    if (tables.isEmpty()) {
      return NONE;
    }
    if (tables.contains("migration") && hasMigrations(session)) {
      throw new IllegalStateException(
          "Cannot use the control keyspace: it holds migrations, and of its tables only %s are there; create the others with 'rekey init'"
              .formatted(tables));
    }
    return UNFINISHED;
  }

  private static boolean hasMigrations(CqlSession session) {
    return session
            .execute(
                SimpleStatement.newInstance(
                    "SELECT name FROM rekey.migration WHERE scope = 'all' LIMIT 1"))
            .one()
        != null;
  }
}
