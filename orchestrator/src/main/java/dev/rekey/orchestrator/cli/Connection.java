package dev.rekey.orchestrator.cli;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * How to reach a cluster. Printing it never shows the password.
 *
 * @param contactPoints at least one
 * @param localDatacenter empty to take that of the contact points
 * @param credentials empty where the cluster asks for none
 */
record Connection(
    List<InetSocketAddress> contactPoints,
    Optional<String> localDatacenter,
    Optional<Credentials> credentials) {

  Connection {
    contactPoints = List.copyOf(contactPoints);
    if (contactPoints.isEmpty()) {
      throw new IllegalArgumentException("Cannot connect: no contact point is given");
    }
  }

  /** A user and a password. */
  record Credentials(String username, String password) {
    @Override
    public String toString() {
      return "Credentials[username=" + username + ", password=***]";
    }
  }
}
