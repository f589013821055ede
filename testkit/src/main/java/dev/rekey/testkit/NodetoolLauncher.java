package dev.rekey.testkit;

/**
 * The main class of {@code nodetool} for 3.11 on Java 17, where it fails unless the configuration
 * was initialized before. Runs with the server's class path only, so it must use no other class of
 * ours.
 */
final class NodetoolLauncher {

  private NodetoolLauncher() {}

  public static void main(String[] arguments) throws ReflectiveOperationException {
    Class.forName("org.apache.cassandra.config.DatabaseDescriptor")
        .getMethod("clientInitialization")
        .invoke(null);
    Class.forName("org.apache.cassandra.tools.NodeTool")
        .getMethod("main", String[].class)
        .invoke(null, (Object) arguments);
  }
}
