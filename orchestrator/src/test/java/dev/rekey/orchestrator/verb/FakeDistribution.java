package dev.rekey.orchestrator.verb;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/** A folder like the Spark job's, whose one jar points at the class path of these tests. */
final class FakeDistribution {

  private FakeDistribution() {}

  static Path in(Path folder) throws IOException {
    Path lib = Files.createDirectories(folder.resolve("lib"));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Arrays.stream(classPath().split(File.pathSeparator))
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" ")));
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(lib.resolve("fake.jar")), manifest)) {
      jar.finish();
    }
    return folder;
  }

  /** Surefire and failsafe start tests from a jar that names the real class path. */
  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
