package dev.rekey.testkit.junit;

import dev.rekey.testkit.Backend;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.CassandraVersion;
import dev.rekey.testkit.ClusterBuilder;
import java.util.List;

/** What a test class asks for; classes that ask for the same share a cluster. */
record Shape(CassandraVersion version, int nodes, List<String> settings) {

  Shape {
    settings = List.copyOf(settings);
  }

  static Shape of(CassandraTest asked) {
    return new Shape(
        asked.version().isBlank()
            ? CassandraVersion.configured()
            : CassandraVersion.parse(asked.version()),
        asked.nodes(),
        List.of(asked.settings()));
  }

  CassandraCluster start() {
    ClusterBuilder builder =
        CassandraCluster.builder()
            .version(version.text())
            .nodes(nodes)
            .backend(Backend.configured());
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "Cannot read the setting '%s' of @CassandraTest: write name=value".formatted(setting));
      }
      builder.setting(setting.substring(0, equals).strip(), value(setting.substring(equals + 1)));
    }

    return builder.start();
  }

  /** YAML would read a quoted number as text, and Cassandra would refuse it. */
  private static Object value(String text) {
    String bare = text.strip();
    if (bare.equals("true") || bare.equals("false")) {
      return Boolean.valueOf(bare);
    }

    return bare.matches("-?\\d{1,18}") ? Long.valueOf(bare) : bare;
  }
}
