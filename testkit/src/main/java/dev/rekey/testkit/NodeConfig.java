package dev.rekey.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The configuration files of one server: {@code cassandra.yaml}, rack and log settings.
 *
 * <p>Small pools and caches, so that three servers fit beside a test run; long timeouts, so that a
 * busy machine slows a test instead of failing it. A test about timeouts sets its own.
 */
record NodeConfig(
    CassandraVersion version, String address, String seed, Map<String, Object> extra) {

  static final String DATACENTER = "datacenter1";
  static final String SERVER_LOGBACK = "logback.xml";
  static final String TOOLS_LOGBACK = "logback-tools.xml";

  NodeConfig {
    extra = Map.copyOf(extra);
  }

  /** Writes all files and returns the folder, which goes first on the server's class path. */
  Path writeTo(Path nodeDirectory) throws IOException {
    Path conf = Files.createDirectories(nodeDirectory.resolve("conf"));
    Files.writeString(conf.resolve("cassandra.yaml"), Json.write(yaml(nodeDirectory)) + "\n");
    Files.writeString(
        conf.resolve("cassandra-rackdc.properties"), "dc=" + DATACENTER + "\nrack=rack1\n");
    Files.writeString(conf.resolve(SERVER_LOGBACK), logback("System.out", "INFO"));
    Files.writeString(conf.resolve(TOOLS_LOGBACK), logback("System.err", "WARN"));
    return conf;
  }

  private Map<String, Object> yaml(Path directory) {
    Map<String, Object> yaml = new LinkedHashMap<>();
    yaml.put("cluster_name", "rekey-testkit");
    yaml.put("num_tokens", 8);
    yaml.put("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner");
    yaml.put("endpoint_snitch", "GossipingPropertyFileSnitch");
    yaml.put("listen_address", address);
    yaml.put("rpc_address", address);
    yaml.put("native_transport_port", LoopbackAddresses.NATIVE_PORT);
    yaml.put("storage_port", LoopbackAddresses.STORAGE_PORT);
    yaml.put("seed_provider", List.of(seeds()));
    yaml.put("data_file_directories", List.of(directory.resolve("data").toString()));
    for (String folder : List.of("commitlog", "saved_caches", "hints", "cdc_raw")) {
      yaml.put(folder + "_directory", directory.resolve(folder).toString());
    }
    yaml.put("commitlog_sync", "periodic");
    if (version.atLeast(4, 0)) {
      yaml.put("allocate_tokens_for_local_replication_factor", 3);
    } else {
      yaml.put("start_native_transport", true);
      yaml.put("start_rpc", false);
    }
    yaml.putAll(shared(version, extra));
    return yaml;
  }

  /** The settings that have nothing to do with where the server runs; the extra ones win. */
  static Map<String, Object> shared(CassandraVersion version, Map<String, Object> extra) {
    Map<String, Object> yaml = new LinkedHashMap<>();
    yaml.put("memtable_allocation_type", "heap_buffers");
    yaml.put("auto_snapshot", false);
    yaml.put("concurrent_reads", 16);
    yaml.put("concurrent_writes", 16);
    yaml.put("concurrent_compactors", 1);
    yaml.putAll(version.atLeast(4, 1) ? namesSince41() : namesBefore41());
    yaml.putAll(extra);
    if (!"periodic".equals(extra.getOrDefault("commitlog_sync", "periodic"))) {
      // Cassandra refuses a period beside any other way to sync.
      yaml.keySet().removeAll(List.of("commitlog_sync_period", "commitlog_sync_period_in_ms"));
    }
    return yaml;
  }

  private Map<String, Object> seeds() {
    // 3.11 cannot read a seed with a port.
    String list = version.atLeast(4, 0) ? seed + ":" + LoopbackAddresses.STORAGE_PORT : seed;
    return Map.of(
        "class_name",
        "org.apache.cassandra.locator.SimpleSeedProvider",
        "parameters",
        List.of(Map.of("seeds", list)));
  }

  private static Map<String, Object> namesSince41() {
    return Map.of(
        "commitlog_sync_period", "10000ms",
        "commitlog_segment_size", "16MiB",
        "materialized_views_enabled", true,
        "user_defined_functions_enabled", false,
        "file_cache_size", "64MiB",
        "read_request_timeout", "10000ms",
        "range_request_timeout", "20000ms",
        "write_request_timeout", "10000ms",
        "cas_contention_timeout", "5000ms",
        "request_timeout", "20000ms");
  }

  private static Map<String, Object> namesBefore41() {
    return Map.of(
        "commitlog_sync_period_in_ms", 10_000,
        "commitlog_segment_size_in_mb", 16,
        "enable_materialized_views", true,
        "enable_user_defined_functions", false,
        "file_cache_size_in_mb", 64,
        "read_request_timeout_in_ms", 10_000,
        "range_request_timeout_in_ms", 20_000,
        "write_request_timeout_in_ms", 10_000,
        "cas_contention_timeout_in_ms", 5_000,
        "request_timeout_in_ms", 20_000);
  }

  private static String logback(String stream, String level) {
    return """
        <configuration>
          <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
            <target>%s</target>
            <encoder>
              <pattern>%%d{HH:mm:ss.SSS} %%-5level [%%thread] %%logger{20} - %%msg%%n</pattern>
            </encoder>
          </appender>
          <root level="%s"><appender-ref ref="OUT"/></root>
        </configuration>
        """
        .formatted(stream, level);
  }
}
