package dev.rekey.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class LoopbackAddressesTest {

  private static final long SEED = 20_260_101;

  @Test
  void addressesAreThreeOfOneLoopbackNetwork() {
    List<InetAddress> addresses = new LoopbackAddresses().take(3);

    assertThat(addresses).hasSize(3).allMatch(InetAddress::isLoopbackAddress);
    String network = addresses.get(0).getHostAddress().replaceAll("1$", "");
    assertThat(addresses)
        .extracting(InetAddress::getHostAddress)
        .containsExactly(network + 1, network + 2, network + 3);
  }

  @Test
  void aNetworkInUseIsPassedOver() throws Exception {
    InetAddress first = new LoopbackAddresses(new Random(SEED)).take(1).get(0);
    try (ServerSocket taken = new ServerSocket()) {
      taken.bind(new InetSocketAddress(first, LoopbackAddresses.NATIVE_PORT));

      assertThat(new LoopbackAddresses(new Random(SEED)).take(1)).doesNotContain(first);
    }
  }
}
