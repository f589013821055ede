package dev.rekey.testkit;

import java.io.IOException;

/**
 * The main class of a server's JVM: ends the JVM when the pipe from its parent closes.
 *
 * <p>The kernel closes that pipe however the parent ends, so not even SIGKILL of the parent leaves
 * a server behind. Runs with the server's class path only, so it must not use any other class of
 * ours.
 */
final class NodeLauncher {

  /** The exit status of a server whose parent is gone. */
  static final int PARENT_GONE = 86;

  /** The first argument of a server that stays when its parent ends. */
  static final String DETACHED = "detached";

  private NodeLauncher() {}

  public static void main(String[] arguments) throws ReflectiveOperationException {
    if (arguments.length == 0 || !arguments[0].equals(DETACHED)) {
      // A daemon thread, so that an orderly shutdown does not wait for the parent.
      Thread watch = new Thread(NodeLauncher::haltWhenParentGoes, "parent-watch");
      watch.setDaemon(true);
      watch.start();
    }

    Class.forName("org.apache.cassandra.service.CassandraDaemon")
        .getMethod("main", String[].class)
        .invoke(null, (Object) new String[0]);
  }

  private static void haltWhenParentGoes() {
    try {
      while (System.in.read() >= 0) {
        // Nobody sends anything; the end of the stream is the message.
      }
    } catch (IOException e) {
      // A broken pipe says the same as a closed one.
    }

    // Not exit(): shutdown hooks may hang, and there is nobody left to wait for them.
    Runtime.getRuntime().halt(PARENT_GONE);
  }
}
