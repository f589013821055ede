package dev.rekey.migrations;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocationsTest {
  @TempDir Path folder;

  @Test
  void readsAJarOnTheClassPath() throws IOException {
    Path jar = folder.resolve("a b.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (String name :
          List.of("a/", "a/schema/", "a/schema/V1__x.cql", "a/schema/sub/V2__x.cql")) {
        out.putNextEntry(new ZipEntry(name));
        out.write(name.endsWith("/") ? new byte[0] : name.getBytes(UTF_8));
      }
    }
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
      List<ScriptFile> files = new Locations(loader).files("classpath:/a/schema/");
      assertThat(files).singleElement().extracting(ScriptFile::name).isEqualTo("V1__x.cql");
      assertThat(files.get(0).bytes()).isEqualTo("a/schema/V1__x.cql".getBytes(UTF_8));
      assertThatThrownBy(() -> new Locations(loader).files("classpath:b"))
          .hasMessageStartingWith("Cannot read location 'classpath:b': no such directory");
    }
  }

  @Test
  void readsDirectoriesAndFilesAndHandsOverFormsItCannotRun() throws IOException {
    Files.writeString(folder.resolve("V1__x.cql"), "A");
    Files.writeString(folder.resolve("V2__y.yaml"), "A");
    Files.writeString(folder.resolve("notes.txt"), "A");
    Locations locations = new Locations(getClass().getClassLoader());
    assertThat(locations.files(folder.toString()))
        .extracting(ScriptFile::name)
        .containsExactly("V1__x.cql", "V2__y.yaml");
    assertThat(locations.files("file:" + folder.resolve("V1__x.cql"))).hasSize(1);
    assertThat(locations.files("classpath:cases")).isNotEmpty();
    assertThatThrownBy(() -> locations.files(folder + "/none"))
        .hasMessageEndingWith("/none': no such file or directory");
  }
}
