package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.Version;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.Objects;

/** What the oldest node of the cluster can do. */
final class ServerVersions {

  private static final Version ELEMENT_TIMES_SINCE = Objects.requireNonNull(Version.parse("5.0.0"));

  private ServerVersions() {}

  /** Unreadable as soon as one node is older than 5.0, or does not tell its version. */
  static ElementTimes elementTimes(CqlSession session) {
    for (Node node : session.getMetadata().getNodes().values()) {
      Version version = node.getCassandraVersion();
      if (version == null || version.nextStable().compareTo(ELEMENT_TIMES_SINCE) < 0) {
        return ElementTimes.UNREADABLE;
      }
    }
    return ElementTimes.READABLE;
  }
}
