package dev.rekey.testkit;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Asks a server for its protocol options, which needs no driver and no login. */
final class NativePort {

  private static final int TIMEOUT_MILLIS = 2_000;
  private static final byte VERSION_4 = 0x04;
  private static final byte OPTIONS = 0x05;
  private static final int SUPPORTED = 0x06;

  private NativePort() {}

  /** Whether the server answers CQL there, within two seconds. */
  static boolean answers(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      // version, flags, stream (2), opcode, body length (4)
      socket.getOutputStream().write(new byte[] {VERSION_4, 0, 0, 0, OPTIONS, 0, 0, 0, 0});
      socket.getOutputStream().flush();
      byte[] header = new byte[9];
      new DataInputStream(socket.getInputStream()).readFully(header);
      return header[4] == SUPPORTED;
    } catch (IOException e) {
      return false;
    }
  }
}
