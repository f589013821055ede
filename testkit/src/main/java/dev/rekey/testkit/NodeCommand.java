package dev.rekey.testkit;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command lines of a server and of its {@code nodetool}.
 *
 * @param version what runs
 * @param jars the server's jars
 * @param directory the node's own folder
 * @param conf the folder with {@code cassandra.yaml}
 * @param heapMegabytes the server's heap
 * @param jvmArguments more arguments for the server's JVM
 * @param jmxPort where it opens JMX on 127.0.0.1
 */
record NodeCommand(
    CassandraVersion version,
    List<Path> jars,
    Path directory,
    Path conf,
    int heapMegabytes,
    List<String> jvmArguments,
    int jmxPort) {

  private static final List<String> EXPORTS =
      List.of(
          "java.base/jdk.internal.misc",
          "java.base/jdk.internal.ref",
          "java.base/sun.nio.ch",
          "java.base/java.lang.ref",
          "java.management.rmi/com.sun.jmx.remote.internal.rmi",
          "java.rmi/sun.rmi.registry",
          "java.rmi/sun.rmi.server",
          "java.sql/java.sql",
          "jdk.unsupported/sun.misc");

  private static final List<String> OPENS =
      List.of(
          "java.base/java.lang.module",
          "java.base/jdk.internal.loader",
          "java.base/jdk.internal.ref",
          "java.base/jdk.internal.reflect",
          "java.base/jdk.internal.math",
          "java.base/jdk.internal.module",
          "java.base/jdk.internal.util.jar",
          "java.base/sun.nio.ch",
          "java.base/java.io",
          "java.base/java.nio",
          "java.base/java.lang",
          "java.base/java.lang.reflect",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/jdk.internal.misc",
          "jdk.management/com.sun.management.internal");

  NodeCommand {
    jars = List.copyOf(jars);
    jvmArguments = List.copyOf(jvmArguments);
  }

  /** Starts the server through {@link NodeLauncher}. */
  List<String> server(Lifetime lifetime) throws IOException {
    List<String> command = new ArrayList<>();
    if (lifetime == Lifetime.KEPT && Files.isExecutable(Path.of("/usr/bin/setsid"))) {
      // Ctrl-C reaches the whole group of a terminal; a kept server must not be in it.
      command.add("/usr/bin/setsid");
    }
    command.add(java());
    command.addAll(
        List.of(
            "-Xms" + heapMegabytes + "m",
            "-Xmx" + heapMegabytes + "m",
            "-XX:MaxDirectMemorySize=512m",
            "-XX:+UseSerialGC",
            // The second compiler costs a third of the work of a start and never pays in a short
            // life.
            "-XX:TieredStopAtLevel=1",
            "-XX:+ExitOnOutOfMemoryError",
            "-Xss512k"));
    command.addAll(moduleFlags());
    if (!version.atLeast(5, 0)) {
      command.add("-Djava.security.manager=allow");
      command.add("-javaagent:" + jamm());
    }
    command.addAll(configurationFlags(NodeConfig.SERVER_LOGBACK));
    command.addAll(jvmArguments);
    command.addAll(
        List.of(
            "-Dcassandra.storagedir=" + directory,
            "-Dcassandra.logdir=" + directory.resolve("logs"),
            "-Dcassandra-foreground=yes",
            "-Dcassandra.jmx.local.port=" + jmxPort,
            "-Dcassandra.ring_delay_ms=1000",
            "-Dcassandra.skip_wait_for_gossip_to_settle=0",
            "-Djdk.attach.allowAttachSelf=true",
            "-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")),
            "-cp",
            classPath(launcher(NodeLauncher.class)),
            NodeLauncher.class.getName()));
    if (lifetime == Lifetime.KEPT) {
      command.add(NodeLauncher.DETACHED);
    }
    return command;
  }

  /** Runs {@code nodetool} in a JVM of its own. */
  List<String> nodetool(List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(java(), "-Xmx128m", "-XX:+UseSerialGC"));
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(moduleFlags());
    if (!version.atLeast(5, 0)) {
      command.add("-Djava.security.manager=allow");
    }
    command.addAll(configurationFlags(NodeConfig.TOOLS_LOGBACK));
    // Its history goes to user.home; the RMI flag lets older ones use the host in brackets.
    command.addAll(
        List.of(
            "-Duser.home=" + directory,
            "-Dcom.sun.jndi.rmiURLParsing=legacy",
            "-cp",
            classPath(launcher(NodetoolLauncher.class)),
            version.atLeast(4, 0)
                ? "org.apache.cassandra.tools.NodeTool"
                : NodetoolLauncher.class.getName(),
            "-h",
            "127.0.0.1",
            "-p",
            String.valueOf(jmxPort)));
    command.addAll(arguments);
    return command;
  }

  private List<String> configurationFlags(String logback) {
    return List.of(
        "-Dcassandra.config=" + conf.resolve("cassandra.yaml").toUri(),
        "-Dlogback.configurationFile=" + conf.resolve(logback));
  }

  private static List<String> moduleFlags() {
    return Stream.concat(
            EXPORTS.stream().map(name -> "--add-exports=" + name + "=ALL-UNNAMED"),
            OPENS.stream().map(name -> "--add-opens=" + name + "=ALL-UNNAMED"))
        .toList();
  }

  private String classPath(Path first) {
    return Stream.concat(Stream.of(conf, first), jars.stream())
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private Path jamm() {
    return jars.stream()
        .filter(jar -> jar.getFileName().toString().startsWith("jamm-"))
        .findFirst()
        .orElseThrow(
            () ->
                new CassandraStartException(
                    "Cannot start Cassandra %s: its class path has no jamm jar (%d jars)"
                        .formatted(version, jars.size())));
  }

  /** Only the launcher's class, copied: no other class of ours may meet the server. */
  private Path launcher(Class<?> main) throws IOException {
    Path root = directory.resolve("launcher");
    String name = main.getName().replace('.', '/') + ".class";
    Path target = root.resolve(name);
    Files.createDirectories(target.getParent());
    try (InputStream in = main.getResourceAsStream("/" + name)) {
      Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
    }
    return root;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
