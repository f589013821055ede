package dev.rekey.testkit.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One public case: a schema with rows, and in its comments what is asked and what is right, as tags
 * such as {@code @from}, {@code @to}, {@code @row}, {@code @dual} and {@code @expect}.
 */
public final class CaseFile {
  private static final Pattern TAG = Pattern.compile("@(\\w+)\\s+([^@\\n]*)");
  private static final Duration DDL_TIMEOUT = Duration.ofSeconds(60);

  private final String name;
  private final String text;

  private CaseFile(String name, String text) {
    this.name = name;
    this.text = text;
  }

  /**
   * The case of that file name, without its ending.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static CaseFile named(String name) {
    try (InputStream in = CaseFile.class.getResourceAsStream(name + ".cql")) {
      if (in == null) {
        throw new IllegalArgumentException("Cannot find a case named " + name);
      }
      return new CaseFile(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The whole file. */
  public String text() {
    return text;
  }

  /** What follows a tag, each time it is given; one line each, without a final semicolon. */
  public List<String> tags(String tag) {
    List<String> values = new ArrayList<>();
    text.lines()
        .filter(line -> line.startsWith("--") || line.startsWith("#"))
        .forEach(
            line -> {
              Matcher found = TAG.matcher(line);
              while (found.find()) {
                if (found.group(1).equals(tag)) {
                  values.add(found.group(2).strip().replaceAll(";$", ""));
                }
              }
            });
    return List.copyOf(values);
  }

  /** Its statements in order, without comments before them and without their semicolons. */
  public List<String> statements() {
    return new CaseStatements(text).all();
  }

  /** The statements that begin with one of these words. */
  public List<String> statements(String... words) {
    return statements().stream().filter(statement -> beginsWith(statement, words)).toList();
  }

  private static boolean beginsWith(String statement, String... words) {
    for (String word : words) {
      if (statement.regionMatches(true, 0, word, 0, word.length())) {
        return true;
      }
    }
    return false;
  }

  /** Makes its keyspace, types and tables and puts its rows in; functions are left out. */
  public void load(CqlSession session) {
    create(session);
    statements("INSERT").forEach(session::execute);
  }

  /** Makes its keyspace, types and tables only. */
  public void create(CqlSession session) {
    for (String statement : statements("CREATE KEYSPACE", "CREATE TYPE", "CREATE TABLE")) {
      session.execute(SimpleStatement.newInstance(statement).setTimeout(DDL_TIMEOUT));
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
