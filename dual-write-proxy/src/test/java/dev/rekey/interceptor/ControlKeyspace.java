package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.rekey.control.ControlSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Creates the control keyspace from its script, which has no semicolon inside a string. */
final class ControlKeyspace {
  private ControlKeyspace() {}

  static void create(CqlSession session) {
    session.execute(
        "CREATE KEYSPACE IF NOT EXISTS rekey WITH replication ="
            + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
    for (String file : ControlSchema.SCRIPT_FILES) {
      for (String statement : read("/" + ControlSchema.SCRIPTS + "/" + file).split(";", -1)) {
        if (!statement.isBlank()) {
          session.execute(
              SimpleStatement.newInstance(statement.strip()).setTimeout(Duration.ofSeconds(60)));
        }
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
