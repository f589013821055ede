package dev.rekey.control;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Creates the control keyspace from its scripts, which have no semicolon inside a string or
 * comment.
 */
final class ControlKeyspace {
  private ControlKeyspace() {}

  static void create(CqlSession session) {
    session.execute(
        "CREATE KEYSPACE IF NOT EXISTS rekey WITH replication ="
            + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
    for (String file : ControlSchema.SCRIPT_FILES) {
      for (String statement : read("/" + ControlSchema.SCRIPTS + "/" + file).split(";")) {
        if (!statement.isBlank()) {
          run(session, statement.strip());
        }
      }
    }
  }

  /** A column that is there already was added by another test class. */
  private static void run(CqlSession session, String cql) {
    try {
      session.execute(SimpleStatement.newInstance(cql).setTimeout(Duration.ofSeconds(60)));
    } catch (InvalidQueryException e) {
      if (!cql.contains("ALTER TABLE") || !e.getMessage().contains("already exists")) {
        throw e;
      }
    }
  }

  private static String read(String resource) {
    try (InputStream in = ControlKeyspace.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
