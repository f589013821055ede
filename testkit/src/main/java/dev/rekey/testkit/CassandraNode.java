package dev.rekey.testkit;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;

/** One server of a {@link CassandraCluster}. Methods wait until what they promise has happened. */
public interface CassandraNode {

  /** How long a method here waits for the server at most, unless it says otherwise. */
  Duration PATIENCE = Duration.ofMinutes(3);

  /** Where this node answers CQL. */
  InetSocketAddress address();

  /** The process id of the server. Changes with {@link #restart()}. */
  long pid();

  /** Whether the server's process exists; a paused one does. */
  boolean isRunning();

  /** Stops the server as an operator would (SIGTERM), and waits for its end. */
  void stop();

  /** Ends the server with SIGKILL: nothing is flushed, nobody is told. */
  void kill();

  /** Freezes the server with SIGSTOP: its sockets stay open and nothing answers. */
  void pause();

  /** Wakes a server that {@link #pause()} froze. */
  void resume();

  /**
   * Starts the server again on its data, stopping it first if it runs, and waits until it is up.
   */
  void restart();

  /**
   * Waits until the server answers CQL and, in a cluster, sees every running node as live.
   *
   * @throws CassandraStartException after {@link #PATIENCE}, or at once if the process ended
   */
  void awaitUp();

  /**
   * Runs {@code nodetool} with these arguments.
   *
   * @return what it printed
   * @throws IllegalStateException if it did not exit with 0; the message has the output
   */
  String nodetool(String... arguments);

  /** The server's log. It survives restarts and grows by appending. */
  Path logFile();
}
