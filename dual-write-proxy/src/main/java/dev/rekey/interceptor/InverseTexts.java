package dev.rekey.interceptor;

import dev.rekey.cql.Batch;
import dev.rekey.cql.route.BoundCql;
import dev.rekey.cql.route.BoundValue;
import dev.rekey.cql.route.InversePlan;
import dev.rekey.cql.route.Routing;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** What is said of the source instead of a text that names the target. */
final class InverseTexts {
  private InverseTexts() {}

  /**
   * @throws dev.rekey.cql.route.UnroutableException if the values do not allow it
   */
  static BoundCql of(Call call, Child child) {
    AppBindings bindings =
        new AppBindings(call, child.statement(), child.index(), child.understood().markerNames());
    if (child.understood().batch().isEmpty()) {
      return ((InversePlan) child.understood().parts().get(0).routing()).source(bindings);
    }
    Routing.BatchPlan batch = child.understood().batch().get();
    StringBuilder text =
        new StringBuilder(
            batch.kind() == Batch.Kind.UNLOGGED ? "BEGIN UNLOGGED BATCH " : "BEGIN BATCH ");
    List<BoundValue> values = new ArrayList<>();
    OptionalLong timestamp = batch.timestamp(bindings);
    if (timestamp.isPresent()) {
      text.append("USING TIMESTAMP ? ");
      values.add(BoundValue.of(ByteBuffer.allocate(8).putLong(0, timestamp.getAsLong())));
    }
    for (int i = 0; i < batch.parts().size(); i++) {
      Understood.Part part = child.understood().parts().get(i);
      BoundCql one =
          part.routing() instanceof InversePlan plan && !Inverse.isOnlyTarget(call, plan)
              ? plan.source(bindings)
              : batch.parts().get(i).verbatim(bindings);
      text.append(one.text()).append("; ");
      values.addAll(one.values());
    }
    return new BoundCql(text.append("APPLY BATCH").toString(), values);
  }
}
