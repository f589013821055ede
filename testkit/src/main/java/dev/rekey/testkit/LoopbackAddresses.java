package dev.rekey.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Finds loopback addresses and ports nobody uses.
 *
 * <p>Each cluster takes its own 127.A.B.0/24 at random, so clusters of runs at the same time do not
 * meet although all use the usual ports: two would have to draw the same one of 64,000 networks
 * between the check and the server's start.
 */
final class LoopbackAddresses {

  static final int NATIVE_PORT = 9042;
  static final int STORAGE_PORT = 7000;

  private static final int ATTEMPTS = 50;

  /** Below the ports Linux hands out for outgoing connections, which come and go at any time. */
  private static final int FIRST_JMX_PORT = 17_000;

  private static final int LAST_JMX_PORT = 31_000;

  private final Random random;

  LoopbackAddresses() {
    this(new SecureRandom());
  }

  LoopbackAddresses(Random random) {
    this.random = random;
  }

  /** Addresses 127.A.B.1 to 127.A.B.{@code count} whose CQL and storage ports are free. */
  List<InetAddress> take(int count) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      List<InetAddress> candidates = network(1 + random.nextInt(254), random.nextInt(256), count);
      if (candidates.stream().allMatch(a -> isFree(a, NATIVE_PORT) && isFree(a, STORAGE_PORT))) {
        return candidates;
      }
    }

    throw new CassandraStartException(
        "Cannot find free loopback addresses: ports %d or %d were taken, or could not be bound, on"
                .formatted(NATIVE_PORT, STORAGE_PORT)
            + " %d networks of 127.0.0.0/8. Only Linux answers on all of them".formatted(ATTEMPTS));
  }

  /** A port that is free on 127.0.0.1, where Cassandra opens its local JMX port. */
  int takeJmxPort() {
    InetAddress loopback = address(0, 0, 1);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = FIRST_JMX_PORT + random.nextInt(LAST_JMX_PORT - FIRST_JMX_PORT);
      if (isFree(loopback, port)) {
        return port;
      }
    }

    throw new CassandraStartException(
        "Cannot find a free JMX port: %d tries between %d and %d were taken"
            .formatted(ATTEMPTS, FIRST_JMX_PORT, LAST_JMX_PORT));
  }

  private static List<InetAddress> network(int second, int third, int count) {
    List<InetAddress> addresses = new ArrayList<>();
    for (int host = 1; host <= count; host++) {
      addresses.add(address(second, third, host));
    }

    return List.copyOf(addresses);
  }

  private static InetAddress address(int second, int third, int host) {
    try {
      return InetAddress.getByAddress(new byte[] {127, (byte) second, (byte) third, (byte) host});
    } catch (UnknownHostException e) {
      throw new AssertionError("Four bytes are an address", e);
    }
  }

  private static boolean isFree(InetAddress address, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
