package dev.rekey.migrations;

import java.time.Duration;
import java.util.Objects;

/**
 * A script that this run completed.
 *
 * @param file its name
 * @param firstStatement the statement this run began with: 1, or later when it resumed
 * @param statements how many statements the file has
 * @param took time it took
 */
public record AppliedScript(String file, int firstStatement, int statements, Duration took) {
  public AppliedScript {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(took, "took");
  }
}
