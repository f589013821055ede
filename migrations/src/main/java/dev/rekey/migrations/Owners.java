package dev.rekey.migrations;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Names this process for people. */
final class Owners {
  private Owners() {}

  static String current() {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      host = "unknown-host";
    }
    return "%s@%s (pid %d)"
        .formatted(System.getProperty("user.name", "?"), host, ProcessHandle.current().pid());
  }
}
