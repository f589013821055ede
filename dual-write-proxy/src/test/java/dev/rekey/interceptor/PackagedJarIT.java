package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The jar applications get, beside an ANTLR that could not read our grammar. */
final class PackagedJarIT {
  private final Path jar = Path.of(System.getProperty("rekey.application.jar"));
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
