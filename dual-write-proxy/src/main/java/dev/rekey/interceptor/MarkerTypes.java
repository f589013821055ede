package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.type.DataTypes;
import dev.rekey.cql.route.Hole;
import dev.rekey.cql.route.ReadPlan;
import dev.rekey.cql.route.Routing;
import dev.rekey.cql.route.SplitMarker;
import dev.rekey.cql.route.Template;
import dev.rekey.cql.route.WritePlan;
import java.util.Optional;

/** The types of an application's markers, taken from the target's statement. */
final class MarkerTypes {
  private final Routing routing;
  private final PreparedStatement target;
  private final SourceNames names;

  /**
   * @param routing a plan of a read or a write
   * @param target its target's text, prepared
   */
  MarkerTypes(Routing routing, PreparedStatement target, SourceNames names) {
    this.routing = routing;
    this.target = target;
    this.names = names;
  }

  /** Empty if the marker is not part of this statement. */
  Optional<ColumnDefinition> of(int marker) {
    Optional<SplitMarker> split = splitMarker(marker);
    Hole hole = split.isPresent() ? split.get().single() : new Hole.Marker(marker);
    int at = template(routing).holes().indexOf(hole);
    if (at < 0) {
      return Optional.empty();
    }
    ColumnDefinition typed = target.getVariableDefinitions().get(at);
    boolean list = split.map(SplitMarker::wholeList).orElse(false);
    return Optional.of(
        names.of(typed.getName(), list ? DataTypes.listOf(typed.getType()) : typed.getType()));
  }

  private Optional<SplitMarker> splitMarker(int marker) {
    return routing instanceof ReadPlan read
        ? read.splitMarker(marker)
        : ((WritePlan) routing).splitMarker(marker);
  }

  /** The target's text of a plan. */
  static Template template(Routing routing) {
    return routing instanceof ReadPlan read
        ? read.targetTemplate()
        : ((WritePlan) routing).targetTemplate();
  }
}
