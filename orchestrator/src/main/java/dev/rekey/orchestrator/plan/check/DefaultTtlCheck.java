package dev.rekey.orchestrator.plan.check;

import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;

/** A write without a TTL takes the table's default, on either side. */
final class DefaultTtlCheck implements PlanCheck {

  private static final String ID = "default-ttl";

  @Override
  public Verdict judge(PlanContext context) {

    long source = context.source().number("default_time_to_live", 0);
    long target = context.target().number("default_time_to_live", 0);
    return source == target
        ? Verdict.pass(ID, "default_time_to_live is " + source + " on both tables")
        : Verdict.refuse(
            ID,
            "default_time_to_live is "
                + source
                + " on the source and would be "
                + target
                + " on the target: a mirrored write would live shorter or longer than it did",
            "leave default_time_to_live out of the spec's options; ALTER it after 'rekey drop'");
  }
}
