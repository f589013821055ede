package dev.rekey.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class NativePortTest {

  @Test
  void anAnswerOfSupportedCounts() throws Exception {
    assertThat(askServerThatSays(new byte[] {(byte) 0x84, 0, 0, 0, 0x06, 0, 0, 0, 0})).isTrue();
  }

  @Test
  void anErrorDoesNotCount() throws Exception {
    assertThat(askServerThatSays(new byte[] {(byte) 0x84, 0, 0, 0, 0x00, 0, 0, 0, 0})).isFalse();
  }

  @Test
  void aClosedPortDoesNotCount() throws Exception {
    InetSocketAddress address;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      address = (InetSocketAddress) socket.getLocalSocketAddress();
    }

    assertThat(NativePort.answers(address)).isFalse();
  }

  private static boolean askServerThatSays(byte[] answer) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Boolean> asked =
          CompletableFuture.supplyAsync(
              () -> NativePort.answers((InetSocketAddress) server.getLocalSocketAddress()));
      try (Socket client = server.accept()) {
        client.getInputStream().readNBytes(9);
        client.getOutputStream().write(answer);
        client.getOutputStream().flush();
        return asked.get();
      }
    }
  }
}
