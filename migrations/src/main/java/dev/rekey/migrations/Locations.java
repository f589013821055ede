package dev.rekey.migrations;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Finds script files: in a directory of the class path ({@code classpath:dev/acme/schema}, in
 * directories or jars), in a directory, or as a single file. Directories below are not entered.
 */
final class Locations {
  private static final String CLASSPATH = "classpath:";
  private static final String FILE = "file:";
  private static final int MAX_FILE_BYTES = 4 << 20;

  private final ClassLoader loader;

  Locations(ClassLoader loader) {
    this.loader = loader;
  }

  /** The {@code .cql} files, and those that look like migrations of another form. */
  List<ScriptFile> files(String location) {
    try {
      if (location.startsWith(CLASSPATH)) {
        return fromClassPath(location.substring(CLASSPATH.length()));
      }
      return fromPath(
          Path.of(location.startsWith(FILE) ? location.substring(FILE.length()) : location));
    } catch (IOException e) {
      throw new MigrationException(
          "Cannot read location '%s': %s".formatted(location, e.getMessage()), e);
    }
  }

  private List<ScriptFile> fromClassPath(String directory) throws IOException {
    String name = directory.replaceAll("^/+|/+$", "");
    List<ScriptFile> files = new ArrayList<>();
    List<URL> roots = Collections.list(loader.getResources(name));
    if (roots.isEmpty()) {
      throw new MigrationException(
          "Cannot read location 'classpath:%s': no such directory on the class path. Check the spelling and that the jar has directory entries."
              .formatted(name));
    }
    for (URL root : roots) {
      if (root.getProtocol().equals("file")) {
        files.addAll(fromPath(Path.of(URI.create(root.toString()))));
      } else if (root.openConnection() instanceof JarURLConnection connection) {
        files.addAll(fromJar(connection, name + "/"));
      } else {
        throw new MigrationException(
            "Cannot read location 'classpath:%s': it is neither a directory nor a jar (%s)"
                .formatted(name, root));
      }
    }
    return files;
  }

  private static List<ScriptFile> fromJar(JarURLConnection connection, String prefix)
      throws IOException {
    connection.setUseCaches(false); // else closing it would close everybody's
    List<ScriptFile> files = new ArrayList<>();
    try (JarFile jar = connection.getJarFile()) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        String name = entry.getName();
        if (name.startsWith(prefix) && name.indexOf('/', prefix.length()) < 0) {
          String file = name.substring(prefix.length());
          if (isMigration(file)) {
            try (InputStream in = jar.getInputStream(entry)) {
              files.add(file(file, jar.getName() + "!/" + name, in.readNBytes(MAX_FILE_BYTES + 1)));
            }
          }
        }
      }
    }
    return files;
  }

  private static List<ScriptFile> fromPath(Path path) throws IOException {
    if (Files.isRegularFile(path)) {
      return List.of(read(path));
    }
    if (!Files.isDirectory(path)) {
      throw new MigrationException(
          "Cannot read location '%s': no such file or directory".formatted(path));
    }
    List<ScriptFile> files = new ArrayList<>();
    try (Stream<Path> entries = Files.list(path)) {
      for (Path entry : entries.sorted().toList()) {
        if (Files.isRegularFile(entry) && isMigration(entry.getFileName().toString())) {
          files.add(read(entry));
        }
      }
    }
    return files;
  }

  private static ScriptFile read(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return file(
          path.getFileName().toString(), path.toString(), in.readNBytes(MAX_FILE_BYTES + 1));
    }
  }

  private static ScriptFile file(String name, String origin, byte[] bytes) {
    if (bytes.length > MAX_FILE_BYTES) {
      throw new MigrationException(
          "Cannot read %s: larger than %d bytes. Split it.".formatted(origin, MAX_FILE_BYTES));
    }
    return new ScriptFile(name, origin, bytes);
  }

  private static boolean isMigration(String name) {
    return name.endsWith(".cql") || name.matches("(V\\d|R__).*\\.ya?ml");
  }
}
