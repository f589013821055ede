package dev.rekey.orchestrator.plan.check;

import dev.rekey.orchestrator.plan.PlanCheck;
import dev.rekey.orchestrator.plan.PlanContext;
import dev.rekey.orchestrator.plan.Verdict;
import java.util.Optional;

/** Cassandra before 5.0 documents 48 characters; 5.0 takes 222. */
final class NameLengthCheck implements PlanCheck {

  private static final String ID = "name-length";

  @Override
  public Verdict judge(PlanContext context) {

    String table = context.mapping().target().table();
    int limit = context.version().atLeast(5, 0) ? 222 : 48;
    if (!table.matches("[A-Za-z0-9_]+")) {
      return Verdict.refuse(
          ID,
          "table name '" + table + "' has characters other than letters, digits and underscore",
          "choose another name for the target");
    }
    Optional<String> beside = context.mapping().index().map(index -> index.buckets().table());
    int length = beside.map(String::length).orElse(table.length());
    return length <= limit
        ? Verdict.pass(ID, "the target's name has " + table.length() + " characters")
        : Verdict.refuse(
            ID,
            "%s has %d characters; Cassandra %s takes %d"
                .formatted(
                    beside
                        .map(name -> "the bucket index's name " + name)
                        .orElse("the target's name"),
                    length,
                    context.version(),
                    limit),
            "choose a shorter name for the target");
  }
}
