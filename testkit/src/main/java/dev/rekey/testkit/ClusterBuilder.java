package dev.rekey.testkit;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** Describes a cluster and {@linkplain #start() starts} it. Not for use by several threads. */
public final class ClusterBuilder {

  private static final int MOST_NODES = 3;
  private static final int ALONE_MEGABYTES = 1024;
  private static final int TOGETHER_MEGABYTES = 768;

  private CassandraVersion version = CassandraVersion.configured();
  private int nodes = 1;
  private OptionalInt heapMegabytes = OptionalInt.empty();
  private Optional<Path> directory = Optional.empty();
  private Lifetime lifetime = Lifetime.BOUND;
  private Backend backend = Backend.EMBEDDED;
  private Consumer<String> listener = progress -> {};
  private final List<String> jvmArguments = new ArrayList<>();
  private final Map<String, Object> settings = new LinkedHashMap<>();

  ClusterBuilder() {}

  /** Which Cassandra; default {@link CassandraVersion#configured()}. Short ones will do: 4.1. */
  public ClusterBuilder version(String version) {
    this.version = CassandraVersion.parse(version);
    return this;
  }

  /** How the servers come to be; default {@link Backend#EMBEDDED}. */
  public ClusterBuilder backend(Backend backend) {
    this.backend = requireNonNull(backend, "backend is null");
    return this;
  }

  /** Who hears, in a sentence, what is being done; default: nobody. */
  public ClusterBuilder onProgress(Consumer<String> listener) {
    this.listener = requireNonNull(listener, "listener is null");
    return this;
  }

  /** How many nodes, 1 to 3; default 1. */
  public ClusterBuilder nodes(int nodes) {
    if (nodes < 1 || nodes > MOST_NODES) {
      throw new IllegalArgumentException(
          "Cannot start a cluster of %d nodes: choose 1 to %d".formatted(nodes, MOST_NODES));
    }

    this.nodes = nodes;
    return this;
  }

  /** The heap of each server; default 1024 MiB for one node, 768 MiB each for several. */
  public ClusterBuilder heapMegabytes(int heapMegabytes) {
    this.heapMegabytes = OptionalInt.of(heapMegabytes);
    return this;
  }

  /**
   * One more argument for each server's JVM, after ours. Embedded servers only. A benchmark wants
   * {@code -XX:TieredStopAtLevel=4}: ours run without the second compiler, for quick starts.
   */
  public ClusterBuilder jvmArgument(String argument) {
    jvmArguments.add(requireNonNull(argument, "argument is null"));
    return this;
  }

  /** A setting of {@code cassandra.yaml}, under the name this version knows; wins over ours. */
  public ClusterBuilder setting(String name, Object value) {
    settings.put(requireNonNull(name, "name is null"), requireNonNull(value, "value is null"));
    return this;
  }

  /** Several settings of {@code cassandra.yaml}; see {@link #setting}. */
  public ClusterBuilder settings(Map<String, ?> several) {
    several.forEach(this::setting);
    return this;
  }

  /**
   * The folder for data, configuration and logs, which should be new or empty; default: a new one
   * in {@code target/cassandra}, or the temporary folder where there is no {@code target}.
   */
  public ClusterBuilder directory(Path directory) {
    this.directory = Optional.of(directory);
    return this;
  }

  /**
   * Leaves servers and data when this JVM ends or the cluster is closed; default: neither stays.
   */
  public ClusterBuilder keep() {
    this.lifetime = Lifetime.KEPT;
    return this;
  }

  /**
   * Starts the servers, one after another, and waits until all are up.
   *
   * @throws CassandraStartException if that fails; the message ends with the server's log
   */
  public CassandraCluster start() {
    if (backend == Backend.EMBEDDED) {
      return EmbeddedCluster.start(this);
    }

    try {
      return ContainerCluster.start(this);
    } catch (NoClassDefFoundError e) {
      throw new CassandraStartException(
          "Cannot start Cassandra on Testcontainers: %s is not on the class path. "
                  .formatted(e.getMessage())
              + "Add org.testcontainers:testcontainers-cassandra in scope test",
          e);
    }
  }

  void tell(String progress) {
    listener.accept(progress);
  }

  CassandraVersion version() {
    return version;
  }

  int nodes() {
    return nodes;
  }

  int heapMegabytes() {
    return heapMegabytes.orElse(nodes == 1 ? ALONE_MEGABYTES : TOGETHER_MEGABYTES);
  }

  List<String> jvmArguments() {
    return List.copyOf(jvmArguments);
  }

  Map<String, Object> settings() {
    return Map.copyOf(settings);
  }

  Lifetime lifetime() {
    return lifetime;
  }

  Path newDirectory() throws IOException {
    if (directory.isPresent()) {
      return Files.createDirectories(directory.get()).toAbsolutePath();
    }

    Path target = Path.of("target").toAbsolutePath();
    Path parent =
        Files.isDirectory(target)
            ? target.resolve("cassandra")
            : Path.of(System.getProperty("java.io.tmpdir"));
    Files.createDirectories(parent);
    return Files.createTempDirectory(parent, "cluster-").toAbsolutePath();
  }
}
