package dev.rekey.orchestrator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rekey.orchestrator.ExitCode;
import dev.rekey.orchestrator.RekeyException;
import dev.rekey.runbooks.yaml.DocumentException;
import dev.rekey.runbooks.yaml.DocumentSchema;
import dev.rekey.runbooks.yaml.Mistake;
import dev.rekey.runbooks.yaml.Position;
import dev.rekey.runbooks.yaml.YamlDocument;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known about the connection so far: {@code rekey.yaml} first, laid over by the environment
 * and then by flags. The password comes from the environment only.
 *
 * @param contactPoints as written; empty if nothing names one
 * @param localDatacenter empty if nothing names it
 */
record ConnectionFile(List<String> contactPoints, Optional<String> localDatacenter) {

  static final String CONTACT_POINTS = "REKEY_CONTACT_POINTS";
  static final String LOCAL_DC = "REKEY_LOCAL_DC";
  static final String USERNAME = "REKEY_USERNAME";
  static final String PASSWORD = "REKEY_PASSWORD";

  private static final DocumentSchema SCHEMA =
      DocumentSchema.resource(ConnectionFile.class, "config.schema.json");
  private static final Path DEFAULT = Path.of("rekey.yaml");
  private static final int DEFAULT_PORT = 9042;

  static ConnectionFile read(Optional<Path> file) {
    Path path = file.orElse(DEFAULT);
    if (file.isEmpty() && !Files.exists(path)) {
      return new ConnectionFile(List.of(), Optional.empty());
    }
    try {
      YamlDocument document = YamlDocument.parse(path.toString(), Files.readString(path), SCHEMA);
      document.requireNoMistakes();
      List<String> points = new ArrayList<>();
      document.root().path("contact-points").forEach(point -> points.add(point.asText()));
      return new ConnectionFile(
          points, Optional.ofNullable(document.root().get("local-dc")).map(JsonNode::asText));
    } catch (IOException e) {
      throw new DocumentException(
          path.toString(),
          List.of(new Mistake(Position.START, "", "the file cannot be read (" + e + ")")));
    }
  }

  ConnectionFile overlaid(Map<String, String> environment) {
    List<String> points =
        Arrays.stream(environment.getOrDefault(CONTACT_POINTS, "").split(","))
            .map(String::strip)
            .filter(point -> !point.isEmpty())
            .toList();
    return overlaid(points, Optional.ofNullable(environment.get(LOCAL_DC)));
  }

  ConnectionFile overlaid(List<String> points, Optional<String> datacenter) {
    return new ConnectionFile(
        points.isEmpty() ? contactPoints : points, datacenter.or(() -> localDatacenter));
  }

  Optional<Connection> connection(Map<String, String> environment) {
    if (contactPoints.isEmpty()) {
      return Optional.empty();
    }
    Optional<Connection.Credentials> credentials =
        Optional.ofNullable(environment.get(USERNAME))
            .map(user -> new Connection.Credentials(user, environment.getOrDefault(PASSWORD, "")));
    return Optional.of(
        new Connection(
            contactPoints.stream().map(ConnectionFile::address).toList(),
            localDatacenter,
            credentials));
  }

  private static InetSocketAddress address(String point) {
    int colon = point.lastIndexOf(':');
    boolean bare = colon < 0 || (point.indexOf(':') != colon && !point.startsWith("["));
    String host = bare ? point : point.substring(0, colon);
    try {
      int port = bare ? DEFAULT_PORT : Integer.parseInt(point.substring(colon + 1));
      return new InetSocketAddress(host.replace("[", "").replace("]", ""), port);
    } catch (IllegalArgumentException e) {
      throw new RekeyException(
          ExitCode.USAGE,
          "Cannot use contact point '%s': it is not HOST or HOST:PORT".formatted(point),
          "give e.g. --contact-point 10.0.0.1:9042",
          e);
    }
  }
}
