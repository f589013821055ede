package dev.rekey.migrations;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ScriptLoaderTest {
  private static List<Script> load(ScriptFile... files) {
    return new ScriptLoader(new Placeholders(Map.of())).load(List.of(files));
  }

  private static ScriptFile file(String name, String text) {
    return new ScriptFile(name, "dir/" + name, text.getBytes(UTF_8));
  }

  private static List<Script> names(String... names) {
    return load(Stream.of(names).map(name -> file(name, "A;")).toArray(ScriptFile[]::new));
  }

  @Test
  void versionsAreComparedAsNumbersAndRepeatablesComeLast() {
    assertThat(
            names(
                "R__b.cql", "V10__x.cql", "V002__x.cql", "V1.10__x.cql", "V1.9__x.cql", "R__a.cql"))
        .extracting(Script::file)
        .containsExactly(
            "V1.9__x.cql", "V1.10__x.cql", "V002__x.cql", "V10__x.cql", "R__a.cql", "R__b.cql");
  }

  @Test
  void equalVersionsAreRefused() {
    assertThatThrownBy(() -> names("V1__a.cql", "V001.0__b.cql", "V2__c.cql"))
        .isInstanceOf(ScriptRefusedException.class)
        .hasMessage(
            "Cannot load migrations: 1 problem\n"
                + "  - dir/V1__a.cql: the same version as dir/V001.0__b.cql; give one of them another");
  }

  @Test
  void allMistakesAreReportedAtOnce() {
    ScriptFile latin =
        new ScriptFile("V3__l.cql", "dir/V3__l.cql", "é".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> load(file("v1__a.cql", "A"), file("V2__q.cql", "'"), latin))
        .isInstanceOfSatisfying(
            ScriptRefusedException.class,
            e ->
                assertThat(e.problems())
                    .hasSize(3)
                    .contains(
                        "dir/v1__a.cql: the name is not of the form V<number>__<title>.cql or R__<title>.cql; rename or move it",
                        "dir/V3__l.cql: not UTF-8; save it as UTF-8"));
  }

  @Test
  void checksumIgnoresByteOrderMarkAndLineEndsOnly() {
    String plain = load(file("V1__a.cql", "A\n'x\ny';\n")).get(0).checksum();
    assertThat(load(file("V1__a.cql", "\uFEFFA\r\n'x\r\ny';\r\n")).get(0).checksum())
        .isEqualTo(plain)
        .isEqualTo(SourceText.sha256("A\n'x\ny';\n"));
    assertThat(load(file("V1__a.cql", "A\n'x\ny'; \n")).get(0).checksum()).isNotEqualTo(plain);
    assertThat(SourceText.sha256("abc"))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }
}
