package dev.rekey.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the demo's files are.
 *
 * @param module the folder of this module, in a checkout
 */
record DemoFiles(Path module) {
  private static final String SERVER_PREFIX = "demo-server-";

  /** Below {@code REKEY_HOME} (the {@code rekey} script sets it), else below the working folder. */
  static DemoFiles find() {
    Path home = Path.of(Optional.ofNullable(System.getenv("REKEY_HOME")).orElse(""));
    Path module = home.toAbsolutePath().resolve("examples").resolve("demo");
    return new DemoFiles(Files.isDirectory(module) ? module : Path.of("").toAbsolutePath());
  }

  Path spec() {
    return module.resolve("readings-by-day.yaml");
  }

  Path report() {
    return module.resolve("target").resolve("demo-report.md");
  }

  Path log() {
    return module.resolve("target").resolve("demo.log");
  }

  /** A new folder for the server; folders that killed demos left behind are deleted. */
  Path newServerFolder() {
    Path target = module.resolve("target");
    try {
      Files.createDirectories(target);
      try (Stream<Path> old = Files.list(target)) {
        old.filter(DemoFiles::isAbandoned).forEach(DemoFiles::delete);
      }
      return Files.createDirectories(target.resolve(SERVER_PREFIX + ProcessHandle.current().pid()));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot make a folder for the server in " + target, e);
    }
  }

  private static boolean isAbandoned(Path folder) {
    String name = folder.getFileName().toString();
    return name.matches(SERVER_PREFIX + "[0-9]{1,18}")
        && ProcessHandle.of(Long.parseLong(name.substring(SERVER_PREFIX.length()))).isEmpty();
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete " + folder, e);
    }
  }
}
