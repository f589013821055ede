package dev.rekey.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.cassandra.CassandraContainer;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/** One server in a container. Loaded only when asked for: Testcontainers is optional. */
final class ContainerCluster implements CassandraCluster {

  private static final String EXTRA = "/etc/cassandra/rekey-testkit.yaml";

  private final CassandraVersion version;
  private final CassandraContainer container;
  private final ContainerNode node;

  private ContainerCluster(CassandraVersion version, CassandraContainer container, Path log) {
    this.version = version;
    this.container = container;
    this.node = new ContainerNode(container, log);
  }

  @SuppressWarnings("resource") // The cluster owns the container and closes it.
  static ContainerCluster start(ClusterBuilder plan) {
    if (plan.nodes() != 1) {
      throw new CassandraStartException(
          "Cannot start %d nodes on Testcontainers: it runs one. Use -D%s=%s"
              .formatted(plan.nodes(), Backend.PROPERTY, Backend.EMBEDDED.word()));
    }
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      throw new CassandraStartException(
          "Cannot start Cassandra %s on Testcontainers: no Docker engine answers. "
                  .formatted(plan.version())
              + "Start one, or use -D%s=%s, which needs none"
                  .formatted(Backend.PROPERTY, Backend.EMBEDDED.word()));
    }

    // The keys come last in the file, and Cassandra takes the last of equal keys.
    String extra =
        NodeConfig.shared(plan.version(), plan.settings()).entrySet().stream()
            .map(setting -> setting.getKey() + ": " + Json.write(setting.getValue()))
            .collect(Collectors.joining("\n", "\n", "\n"));
    CassandraContainer container =
        new CassandraContainer(DockerImageName.parse("cassandra:" + plan.version()))
            .withEnv("MAX_HEAP_SIZE", plan.heapMegabytes() + "M")
            .withEnv("HEAP_NEWSIZE", "128M")
            .withCopyToContainer(Transferable.of(extra), EXTRA)
            .withCommand(
                "bash",
                "-c",
                "cat %s >> /etc/cassandra/cassandra.yaml && exec docker-entrypoint.sh cassandra -f"
                    .formatted(EXTRA));
    try {
      container.start();
      return new ContainerCluster(
          plan.version(), container, plan.newDirectory().resolve("server.log"));
    } catch (IOException | RuntimeException e) {
      container.stop();
      throw new CassandraStartException(
          "Cannot start Cassandra %s on Testcontainers: %s"
              .formatted(plan.version(), e.getMessage()),
          e);
    }
  }

  @Override
  public List<InetSocketAddress> contactPoints() {
    return List.of(node.address());
  }

  @Override
  public String localDatacenter() {
    return container.getLocalDatacenter();
  }

  @Override
  public CassandraVersion version() {
    return version;
  }

  @Override
  public List<CassandraNode> nodes() {
    return List.of(node);
  }

  @Override
  public Backend backend() {
    return Backend.TESTCONTAINERS;
  }

  @Override
  public void awaitUp() {
    node.resume();
    node.awaitUp();
  }

  @Override
  public void close() {
    container.stop();
  }

  /** The server in the container. Its port changes with a restart, so it cannot be restarted. */
  private static final class ContainerNode implements CassandraNode {

    private final CassandraContainer container;
    private final Path log;
    private volatile boolean paused;

    ContainerNode(CassandraContainer container, Path log) {
      this.container = container;
      this.log = log;
    }

    @Override
    public InetSocketAddress address() {
      return container.getContactPoint();
    }

    @Override
    public long pid() {
      return container.getCurrentContainerInfo().getState().getPidLong();
    }

    @Override
    public boolean isRunning() {
      return container.isRunning();
    }

    @Override
    public void stop() {
      throw embeddedOnly("stop");
    }

    @Override
    public void kill() {
      throw embeddedOnly("kill");
    }

    @Override
    public void restart() {
      throw embeddedOnly("restart");
    }

    @Override
    public void pause() {
      container.getDockerClient().pauseContainerCmd(container.getContainerId()).exec();
      paused = true;
    }

    @Override
    public void resume() {
      if (paused) {
        container.getDockerClient().unpauseContainerCmd(container.getContainerId()).exec();
        paused = false;
      }
    }

    @Override
    public void awaitUp() {
      Waits.until(
          "the server in the container to answer at " + address(),
          () -> NativePort.answers(address()),
          () -> LogTail.of(logFile(), 40));
    }

    @Override
    public String nodetool(String... arguments) {
      String[] command = new String[arguments.length + 1];
      command[0] = "nodetool";
      System.arraycopy(arguments, 0, command, 1, arguments.length);
      try {
        var result = container.execInContainer(command);
        if (result.getExitCode() != 0) {
          throw new IllegalStateException(
              "Cannot run 'nodetool %s': it exited with %d and said:\n%s%s"
                  .formatted(
                      String.join(" ", arguments),
                      result.getExitCode(),
                      result.getStdout(),
                      result.getStderr()));
        }
        return result.getStdout();
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot run nodetool in the container", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Cannot run nodetool in the container: interrupted", e);
      }
    }

    @Override
    public Path logFile() {
      try {
        return Files.writeString(log, container.getLogs());
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot copy the container's log to " + log, e);
      }
    }

    private static UnsupportedOperationException embeddedOnly(String what) {
      return new UnsupportedOperationException(
          "Cannot %s a server on Testcontainers: its port would change. Use -D%s=%s"
              .formatted(what, Backend.PROPERTY, Backend.EMBEDDED.word()));
    }
  }
}
