package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The jar applications get, beside an ANTLR that could not read our grammar. */
final class PackagedJarIT {
  private final Path jar = Path.of(System.getProperty("rekey.interceptor.jar"));
  private final Path otherAntlr = Path.of(System.getProperty("rekey.other.antlr"));

  @Test
  void onlyAntlrIsShadedAndUnderANameOfItsOwn() throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      List<String> foreign =
          file.stream()
              .map(JarEntry::getName)
              .filter(name -> name.endsWith(".class"))
              .filter(name -> !name.startsWith("dev/rekey/"))
              .toList();
      assertThat(foreign).isEmpty();
      assertThat(file.getEntry("dev/rekey/shaded/antlr/v4/runtime/Parser.class")).isNotNull();
      assertThat(file.getEntry("dev/rekey/interceptor/RekeySession.class")).isNotNull();
      assertThat(file.getEntry("dev/rekey/control/JournalStore.class")).isNotNull();
    }
  }

  @Test
  void theDriversConfigurationNamesBothListeners() throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      Config defaults =
          ConfigFactory.parseReader(
                  new InputStreamReader(
                      file.getInputStream(file.getEntry("reference.conf")), StandardCharsets.UTF_8))
              .getConfig("datastax-java-driver");
      assertThat(
              defaults.getStringList(
                  DefaultDriverOption.METADATA_NODE_STATE_LISTENER_CLASSES.getPath()))
          .containsExactly(RekeyNodeStateListener.class.getName());
      assertThat(
              defaults.getStringList(
                  DefaultDriverOption.METADATA_SCHEMA_CHANGE_LISTENER_CLASSES.getPath()))
          .containsExactly(RekeySchemaChangeListener.class.getName());
      assertThat(defaults.getBoolean(RekeyDriverOption.ENABLED.getPath())).isTrue();
    }
  }

  /** The pom inside the jar is the one that builds of applications read. */
  @Test
  void anApplicationGetsSlf4jFromItAndNothingElse() throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      String pom =
          new String(
              file.getInputStream(
                      file.getEntry("META-INF/maven/dev.rekey/rekey-interceptor/pom.xml"))
                  .readAllBytes(),
              StandardCharsets.UTF_8);
      List<String> seen =
          Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL)
              .matcher(pom)
              .results()
              .map(result -> result.group(1))
              .filter(dependency -> !dependency.contains("<optional>true"))
              .filter(dependency -> !dependency.matches("(?s).*<scope>(test|provided)</scope>.*"))
              .toList();
      assertThat(seen).singleElement().asString().contains("<artifactId>slf4j-api</artifactId>");
    }
  }

  @Test
  void itParsesBesideAnotherAntlr() throws Exception {
    URL[] urls = {otherAntlr.toUri().toURL(), jar.toUri().toURL()};
    try (URLClassLoader application =
        new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      assertThat(
              application
                  .loadClass("org.antlr.v4.runtime.RuntimeMetaData")
                  .getField("VERSION")
                  .get(null))
          .isEqualTo("4.7.2");
      Object parsed =
          application
              .loadClass("dev.rekey.cql.CqlParser")
              .getMethod("parse", String.class)
              .invoke(null, "INSERT INTO ks.t (a) VALUES (?)");
      assertThat(parsed.getClass().getSimpleName()).isEqualTo("Insert");
    }
  }
}
