package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import dev.rekey.core.state.Phase;
import dev.rekey.cql.route.WritePlan;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes that are executed on one table, their home, and mirrored by copying the rows they changed:
 * lightweight transactions, and writes to the elements of lists. The home is the table that leads.
 * In the strict phases, between which the lead moves, there is none, and such writes wait; so two
 * tables never decide at the same time, as only neighbouring phases are ever live together.
 */
final class StateWrites {
  /** Off only in a test that shows what happens then. */
  static volatile boolean holding = true;

  private StateWrites() {}

  /** Whether the request holds a write that must not be executed twice. */
  static boolean areIn(List<Child> children) {
    for (Child child : children) {
      for (Understood.Part part : child.understood().parts()) {
        if (part.routing() instanceof WritePlan plan && plan.isOnce()) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Whether rows with lists are deleted while others may copy them: then their copies must be
   * looked at too. Nobody copies in the strict phases.
   */
  static boolean deletesLists(Call call) {
    for (Child child : call.children()) {
      for (Understood.Part part : child.understood().parts()) {
        if (part.routing() instanceof WritePlan plan
            && plan.deletesLists()
            && isCopied(call, part.migration().orElseThrow())) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isCopied(Call call, String migration) {
    Phase phase = Phases.of(call.view(), migration);
    return phase.isDual() && !phase.isStrict();
  }

  /** The same for a request of which nothing is known yet. */
  static boolean areIn(Statement<?> statement, DefaultSession session, FleetView view) {
    return areIn(Understand.children(Call.of(statement, session, view)));
  }

  /** The migrations of such writes whose lead is being moved. */
  static Set<String> held(Call call) {
    Set<String> held = new TreeSet<>();
    for (String name : Understand.migrations(call.children())) {
      if (isHeld(call.view(), name)) {
        held.add(name);
      }
    }
    return held;
  }

  static boolean isHeld(FleetView view, String migration) {
    Phase phase = Phases.of(view, migration);
    return holding && phase.isStrict();
  }
}
