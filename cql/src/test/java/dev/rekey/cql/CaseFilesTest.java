package dev.rekey.cql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The public case files, statement by statement, read as Cassandra's parser reads them. */
class CaseFilesTest {

  private static final Path CASES = Path.of("src/test/resources/cases");

  static Stream<String> files() throws IOException {
    try (Stream<Path> files = Files.list(CASES)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".cql"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void readsEveryStatement(String file) throws IOException {
    for (CqlScript.Statement statement : CqlScript.statements(read(file))) {
      ParsedStatement parsed = CqlParser.parse(statement.text());
      assertThat(parsed.span()).isEqualTo(new Span(0, statement.text().length()));
      if (!(parsed instanceof OtherStatement)) {
        assertThat(Optional.of(Shape.of(parsed)))
            .as(statement.text())
            .isEqualTo(CassandraOracle.parse(statement.text()));
      }
    }
  }

  @Test
  void findsTheTablesOfACommentedSchema() throws IOException {
    assertThat(
            CqlScript.statements(read("c01_comments_unicode_sasi.cql")).stream()
                .map(statement -> CqlParser.parse(statement.text()).getClass().getSimpleName()))
        .containsExactly(
            "CreateKeyspace",
            "CreateType",
            "CreateTable",
            "AlterTable",
            "CreateIndex",
            "CreateTable");
  }

  private static String read(String file) throws IOException {
    return Files.readString(CASES.resolve(file));
  }
}
