package dev.rekey.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The jars of a Cassandra server, resolved by Maven.
 *
 * <p>A child process runs {@code dependency:build-classpath} on a generated pom, so repositories,
 * mirrors and credentials are the user's own settings, and the jars live in the user's local
 * repository. The answer is remembered in {@code ~/.cache/rekey} (or the folder that the system
 * property {@value #CACHE_PROPERTY} names) and asked again only when a jar it lists is gone, so
 * Maven runs once for a version, and needs the network only for jars not yet in the local
 * repository.
 */
final class ServerClasspath {

  /** The folder for the remembered class paths. */
  static final String CACHE_PROPERTY = "rekey.cache";

  /** The Maven command, when it is neither on the PATH nor in MAVEN_HOME. */
  static final String MAVEN_PROPERTY = "rekey.maven";

  private static final String PLUGIN =
      "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";
  private static final long MAVEN_MINUTES = 15;
  private static final Object IN_THIS_JVM = new Object();

  private final Path cache;

  ServerClasspath() {
    this(
        Path.of(
            System.getProperty(
                CACHE_PROPERTY,
                Path.of(System.getProperty("user.home"), ".cache", "rekey").toString())));
  }

  ServerClasspath(Path cache) {
    this.cache = cache;
  }

  /** The jars of this version, all of which exist. */
  List<Path> of(CassandraVersion version) {
    Path remembered = cache.resolve("classpath-" + version + ".txt");
    try {
      List<Path> jars = recall(remembered);
      if (!jars.isEmpty()) {
        return jars;
      }

      Files.createDirectories(cache);
      // The file lock keeps other processes out; within one JVM it would throw, hence the monitor.
      synchronized (IN_THIS_JVM) {
        try (FileChannel channel =
                FileChannel.open(
                    cache.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.lock()) {
          jars = recall(remembered);
          return jars.isEmpty() ? resolve(version, remembered) : jars;
        }
      }
    } catch (IOException e) {
      throw new CassandraStartException(
          "Cannot resolve the jars of Cassandra %s: %s (cache %s)"
              .formatted(version, e.getMessage(), cache),
          e);
    }
  }

  private static List<Path> recall(Path remembered) throws IOException {
    if (!Files.exists(remembered)) {
      return List.of();
    }

    List<Path> jars = split(Files.readString(remembered));
    return jars.stream().allMatch(Files::isRegularFile) ? jars : List.of();
  }

  private List<Path> resolve(CassandraVersion version, Path remembered) throws IOException {
    Path folder = Files.createDirectories(cache.resolve("resolve-" + version));
    Path pom = Files.writeString(folder.resolve("pom.xml"), pom(version));
    Path answer = folder.resolve("classpath.txt");
    Files.deleteIfExists(answer);
    Path log = folder.resolve("maven.log");

    List<String> command = new ArrayList<>(List.of(maven(), "-B", "-q", "-f", pom.toString()));
    localRepository().ifPresent(repository -> command.add("-Dmaven.repo.local=" + repository));
    command.addAll(List.of(PLUGIN, "-Dmdep.outputFile=" + answer));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    // Set by an outer Maven; the child must take its own folder instead.
    builder.environment().keySet().removeAll(List.of("MAVEN_PROJECTBASEDIR", "MAVEN_BASEDIR"));
    builder.redirectOutput(log.toFile());

    int status = Processes.run(builder, MAVEN_MINUTES * 60);
    if (status != 0 || !Files.exists(answer)) {
      throw new CassandraStartException(
          "Cannot resolve the jars of Cassandra %s: '%s' exited with %d. "
                  .formatted(version, String.join(" ", command), status)
              + "Run it by hand to see why; the first time it needs a Maven repository.\n"
              + LogTail.of(log, 30));
    }

    List<Path> jars = split(Files.readString(answer));
    // Moved, not written in place: another process may read the old one now.
    Files.move(answer, remembered, StandardCopyOption.REPLACE_EXISTING);
    return jars;
  }

  private static List<Path> split(String classPath) {
    return Stream.of(classPath.strip().split(File.pathSeparator, -1))
        .filter(jar -> !jar.isBlank())
        .map(Path::of)
        .toList();
  }

  /** The repository of the Maven that runs our tests, which Surefire passes on. */
  private static Optional<String> localRepository() {
    return Stream.of("maven.repo.local", "localRepository")
        .map(System::getProperty)
        .filter(value -> value != null && !value.isBlank())
        .findFirst();
  }

  private static String maven() {
    String chosen = System.getProperty(MAVEN_PROPERTY, "");
    if (!chosen.isBlank()) {
      return chosen;
    }

    return Stream.of("MAVEN_HOME", "M2_HOME")
        .map(System::getenv)
        .filter(home -> home != null && !home.isBlank())
        .map(home -> Path.of(home, "bin", "mvn"))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst()
        .orElse("mvn");
  }

  private static String pom(CassandraVersion version) {
    String thrift =
        version.atLeast(4, 0)
            ? ""
            : dependency("cassandra-thrift", version); // 3.11 links against its classes
    return """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>dev.rekey</groupId>
          <artifactId>cassandra-classpath</artifactId>
          <version>1</version>
          <packaging>pom</packaging>
          <dependencies>
            %s
            %s
          </dependencies>
        </project>
        """
        .formatted(dependency("cassandra-all", version), thrift);
  }

  private static String dependency(String artifact, CassandraVersion version) {
    return "<dependency><groupId>org.apache.cassandra</groupId><artifactId>%s</artifactId><version>%s</version></dependency>"
        .formatted(artifact, version);
  }
}
