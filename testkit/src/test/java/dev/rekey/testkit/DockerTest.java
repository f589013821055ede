package dev.rekey.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;

final class DockerTest {

  @Test
  void aMissingDockerEngineIsSaidWithTheWayOut() {
    assumeFalse(DockerClientFactory.instance().isDockerAvailable(), "a Docker engine answers here");

    assertThatThrownBy(
            () ->
                CassandraCluster.builder().version("5.0.8").backend(Backend.TESTCONTAINERS).start())
        .isInstanceOf(CassandraStartException.class)
        .hasMessage(
            "Cannot start Cassandra 5.0.8 on Testcontainers: no Docker engine answers. Start one,"
                + " or use -Drekey.test.cassandra=embedded, which needs none");
  }
}
