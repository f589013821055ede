package dev.rekey.orchestrator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {

  private static final Path EXAMPLES = Path.of("..", "examples");
  private static final Path SPECS = Path.of("src", "test", "resources", "specs");

  private final RecordingTerminal terminal = new RecordingTerminal();

  @Test
  void plansFromTheSchemaTheSpecNames() {
    int exitCode = terminal.run("plan", EXAMPLES.resolve("readings-by-day.yaml").toString());

    assertThat(terminal.err()).isEmpty();
    assertThat(exitCode).isZero();
    assertThat(terminal.out())
        .contains("class   A: ")
        .contains("CREATE TABLE telemetry.readings_by_day (\n")
        .contains("PRIMARY KEY ((sensor_id, day), ts)")
        .contains("PASS    counters: ")
        .contains("| # | Query | Table | Partition key | Clustering | CL |")
        .contains("## Partition sizing", "## Retention", "## Write path", "## Risks")
        .endsWith("Next: rekey start ../examples/readings-by-day.yaml\n");
  }

  @Test
  void theExamplesPlanIsTheOneThatWasReviewed() throws Exception {
    terminal.run("plan", EXAMPLES.resolve("readings-by-day.yaml").toString());

    assertThat(terminal.out())
        .isEqualTo(
            Files.readString(Path.of("src", "test", "resources", "plans", "readings-by-day.md")));
  }

  @Test
  void reportsEveryMistakeWithItsPositionBeforeConnecting() {
    int exitCode =
        terminal.run(
            "plan",
            SPECS.resolve("six-mistakes.yaml").toString(),
            "--schema",
            EXAMPLES.resolve("readings.cql").toString());

    assertThat(exitCode).isEqualTo(2);
    assertThat(terminal.out()).isEmpty();
    assertThat(terminal.err())
        .contains("6 mistakes")
        .contains("six-mistakes.yaml:5:35 target.partition-key[2]: column day is in the key twice")
        .contains("six-mistakes.yaml:6:25 target.clustering[0].column: telemetry.readings has no")
        .contains("six-mistakes.yaml:8:8 columns.day: telemetry.readings has no column when")
        .contains("six-mistakes.yaml:9:9 columns.salt: Cannot use rule 'now()': now() is not a")
        .contains("six-mistakes.yaml:10:1 unknown key 'writer' (known here: ")
        .contains("six-mistakes.yaml:11:7 soak: ")
        .contains("  next: correct the file and run this again");
  }

  @Test
  void mistakesOfTheSpecAloneComeBeforeTheMissingCluster(@TempDir Path folder) throws Exception {
    Path spec = folder.resolve("spec.yaml");
    Files.writeString(
        spec,
        """
        rekey: Wrong_Name
        source: readings
        target: {table: ks.t2, partition-key: [a]}
        columns: {a: random(b)}
        """);

    int exitCode = terminal.run("plan", spec.toString(), "--contact-point", "127.0.0.9:1");

    assertThat(exitCode).isEqualTo(2);
    assertThat(terminal.err())
        .contains("spec.yaml:1:8 rekey: ")
        .contains("spec.yaml:2:9 source: 'readings' is not a full name; write keyspace.table")
        .contains("spec.yaml:4:14 columns.a: Cannot use rule 'random(b)'");
  }

  @Test
  void aFileThatIsNotYamlIsToldWhere(@TempDir Path folder) throws Exception {
    Path spec = folder.resolve("spec.yaml");
    Files.writeString(spec, "rekey: [unclosed\nsource: x\n");

    assertThat(terminal.run("plan", spec.toString())).isEqualTo(2);
    assertThat(terminal.err()).contains("spec.yaml:2:").contains("not YAML: ");
  }

  @Test
  void withoutClusterAndSchemaItSaysWhatToGive(@TempDir Path folder) throws Exception {
    Path spec = folder.resolve("spec.yaml");
    Files.writeString(spec, "rekey: x\nsource: ks.t\ntarget: {table: ks.t2, partition-key: [a]}\n");

    assertThat(terminal.run("plan", spec.toString())).isEqualTo(2);
    assertThat(terminal.err())
        .contains("Cannot plan: neither a cluster nor a schema file is given")
        .contains("next: give --contact-point HOST:PORT or --schema FILE");
  }

  @Test
  void anUnknownCommandIsUsage() {
    assertThat(terminal.run("paln")).isEqualTo(2);
    assertThat(terminal.err()).contains("next: rekey --help");
  }
}
