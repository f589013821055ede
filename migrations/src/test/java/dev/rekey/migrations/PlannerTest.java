package dev.rekey.migrations;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PlannerTest {
  private static final String THREE = "CREATE TABLE a; CREATE TABLE b; CREATE TABLE c;";

  private static Script script(String name, String text) {
    ScriptFile file = new ScriptFile(name, name, text.getBytes(UTF_8));
    return new ScriptLoader(new Placeholders(Map.of())).load(List.of(file)).get(0);
  }

  private static HistoryRow row(Script script, int done, int running, HistoryStatus status) {
    return new HistoryRow(
        script.file(),
        script.name().kind(),
        script.name().version().map(Version::toString).orElse(""),
        script.name().title(),
        script.checksum(),
        script.statements().size(),
        done,
        script.prefixChecksum(done),
        running,
        status,
        1,
        "me",
        1,
        Instant.EPOCH,
        Optional.empty(),
        "",
        1);
  }

  private static HistoryRow done(Script script) {
    return row(script, script.statements().size(), 0, HistoryStatus.DONE);
  }

  private static Plan plan(List<Script> scripts, HistoryRow... rows) {
    return Planner.plan(scripts, List.of(rows));
  }

  private static String steps(Plan plan) {
    assertThat(plan.problems()).isEmpty();
    return String.join(
        " ", plan.steps().stream().map(s -> s.script().file() + "@" + s.done()).toList());
  }

  @Test
  void runsWhatIsNotRecorded() {
    Script one = script("V1__a.cql", THREE);
    Script two = script("V2__b.cql", THREE);
    Script view = script("R__v.cql", "A");
    assertThat(steps(plan(List.of(one, two, view))))
        .isEqualTo("V1__a.cql@0 V2__b.cql@0 R__v.cql@0");
    assertThat(steps(plan(List.of(one, two, view), done(one), done(view))))
        .isEqualTo("V2__b.cql@0");
    assertThat(steps(plan(List.of(one), done(one)))).isEmpty();
  }

  @Test
  void aChangedFileIsRefusedWithBothChecksumsUnlessRepeatable() {
    Script old = script("V1__a.cql", "A");
    Script now = script("V1__a.cql", "B");
    assertThat(plan(List.of(now), done(old)).problems())
        .containsExactly(
            "V1__a.cql: changed after it was applied: recorded checksum %s, file %s; restore the file as it was and put the change into a new version"
                .formatted(old.checksum(), now.checksum()));
    assertThat(steps(plan(List.of(script("R__a.cql", "B")), done(script("R__a.cql", "A")))))
        .isEqualTo("R__a.cql@0");
  }

  @Test
  void missingAndLateFilesAreRefused() {
    Script one = script("V1__a.cql", "A");
    Script two = script("V2__b.cql", "A");
    assertThat(plan(List.of(one), done(two)).problems())
        .containsExactly(
            "V2__b.cql: recorded in the history (DONE) but in none of the locations; put the file back, under its old name",
            "V1__a.cql: version 1 comes before 2, which has run; give it a greater version");
  }

  @Test
  void aMendedFileIsResumedAtTheStatementThatFailed() {
    Script broken = script("V1__a.cql", "CREATE TABLE a; CRATE TABLE b; CREATE TABLE c;");
    HistoryRow failed = row(broken, 1, 0, HistoryStatus.FAILED);
    assertThat(steps(plan(List.of(script("V1__a.cql", "-- mended\n" + THREE)), failed)))
        .isEqualTo("V1__a.cql@1");
  }

  @Test
  void aFileChangedBeforeThePlaceOfTheFailureIsRefused() {
    HistoryRow failed = row(script("V1__a.cql", THREE), 2, 0, HistoryStatus.FAILED);
    for (String text : List.of("CREATE TABLE a; CREATE TABLE x; C", "CREATE TABLE a;")) {
      assertThat(plan(List.of(script("V1__a.cql", text)), failed).problems())
          .singleElement()
          .asString()
          .startsWith("V1__a.cql: cannot be resumed after statement 2:");
    }
  }

  @Test
  void aStatementInDoubtIsRepeatedOnlyIfThatIsHarmless() {
    Script plain = script("V1__a.cql", THREE);
    Script safe = script("V1__a.cql", THREE.replace("TABLE", "TABLE IF NOT EXISTS"));
    for (HistoryStatus status : List.of(HistoryStatus.RUNNING, HistoryStatus.UNKNOWN)) {
      assertThat(steps(plan(List.of(safe), row(safe, 1, 2, status)))).isEqualTo("V1__a.cql@1");
      assertThat(plan(List.of(plain), row(plain, 1, 2, status)).problems())
          .containsExactly(
              "V1__a.cql: the outcome of statement 2 (line 1: CREATE TABLE b) is unknown (its runner died or stalled, runner me); look whether it took effect, then call settle(\"V1__a.cql\", 2, DONE or NOT_DONE)");
    }
  }

  @Test
  void anUnfinishedRepeatableStartsAgainWhenItChanged() {
    Script old = script("R__a.cql", "A;B;");
    Script now = script("R__a.cql", "C;B;");
    assertThat(steps(plan(List.of(now), row(old, 1, 2, HistoryStatus.UNKNOWN))))
        .isEqualTo("R__a.cql@0");
  }

  @Test
  void infoJoinsFilesAndRecords() {
    Script one = script("V1__a.cql", "A");
    Script two = script("V2__b.cql", "B");
    Script gone = script("V3__c.cql", "C");
    List<ScriptInfo> infos =
        InfoTable.of(
            List.of(one, two, script("V4__d.cql", "D")),
            List.of(done(one), done(script("V2__b.cql", "X")), done(gone)));
    assertThat(Stream.of(0, 1, 2, 3).map(i -> infos.get(i).state()).toList())
        .containsExactly(
            ScriptState.DONE, ScriptState.CHANGED, ScriptState.PENDING, ScriptState.MISSING);
  }
}
