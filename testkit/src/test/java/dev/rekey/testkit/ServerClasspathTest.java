package dev.rekey.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a script in the place of Maven, which notes every call. */
final class ServerClasspathTest {

  private static final CassandraVersion VERSION = CassandraVersion.parse("5.0.8");

  @TempDir private Path folder;
  private Path jar;
  private Path calls;

  @BeforeEach
  void installFakeMaven() throws Exception {
    jar = Files.createFile(folder.resolve("cassandra-all.jar"));
    calls = folder.resolve("calls");
    useMaven(
        """
        #!/bin/sh
        echo called >> %s
        for a in "$@"; do case "$a" in -Dmdep.outputFile=*) printf %%s %s > "${a#*=}";; esac; done
        """
            .formatted(calls, jar));
  }

  @AfterEach
  void forgetFakeMaven() {
    System.clearProperty(ServerClasspath.MAVEN_PROPERTY);
  }

  @Test
  void mavenIsAskedOnce() throws Exception {
    ServerClasspath classpath = new ServerClasspath(folder.resolve("cache"));

    assertThat(classpath.of(VERSION)).containsExactly(jar);
    assertThat(classpath.of(VERSION)).containsExactly(jar);
    assertThat(Files.readAllLines(calls)).hasSize(1);
  }

  @Test
  void mavenIsAskedAgainWhenAJarIsGone() throws Exception {
    ServerClasspath classpath = new ServerClasspath(folder.resolve("cache"));
    classpath.of(VERSION);
    Files.delete(jar);

    classpath.of(VERSION);

    assertThat(Files.readAllLines(calls)).hasSize(2);
  }

  @Test
  void failuresOfMavenAreShown() throws Exception {
    useMaven("#!/bin/sh\necho no such repository\nexit 1\n");

    assertThatThrownBy(() -> new ServerClasspath(folder.resolve("cache")).of(VERSION))
        .isInstanceOf(CassandraStartException.class)
        .hasMessageContaining("Cannot resolve the jars of Cassandra 5.0.8")
        .hasMessageContaining("exited with 1")
        .hasMessageEndingWith("no such repository");
  }

  @Test
  void aMissingMavenIsSaid() {
    System.setProperty(ServerClasspath.MAVEN_PROPERTY, folder.resolve("none").toString());

    assertThatThrownBy(() -> new ServerClasspath(folder.resolve("cache")).of(VERSION))
        .hasMessageContaining("Cannot run '" + folder.resolve("none"));
  }

  private void useMaven(String script) throws Exception {
    Path maven = Files.writeString(folder.resolve("mvn"), script);
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwx------"));
    System.setProperty(ServerClasspath.MAVEN_PROPERTY, maven.toString());
  }
}
