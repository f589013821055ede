package dev.rekey.cql.route;

import dev.rekey.cql.Batch;
import dev.rekey.cql.Term;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** Where a statement goes. */
public sealed interface Routing
    permits Routing.PassThrough,
        Routing.BatchPlan,
        Routing.Refused,
        WritePlan,
        ReadPlan,
        InversePlan {

  /** It is about neither table. */
  record PassThrough() implements Routing {}

  /**
   * A BATCH in one text.
   *
   * @param kind how the server applies it
   * @param parts its statements in order
   * @param timestamp of all of them, if the batch itself gives one
   */
  record BatchPlan(Batch.Kind kind, List<Part> parts, Optional<Term> timestamp) implements Routing {
    public BatchPlan {
      parts = List.copyOf(parts);
    }

    /** The timestamp the batch itself gives, in microseconds. */
    public OptionalLong timestamp(Bindings bindings) {
      return Terms.number(timestamp, "bigint", bindings);
    }

    /**
     * One statement of it.
     *
     * @param verbatim its own text
     */
    public record Part(Template verbatim, Routing routing) {
      /** Its own text with what was bound to it, for a statement on another table. */
      public BoundCql verbatim(Bindings bindings) {
        return verbatim.fill(bindings, Map.of());
      }
    }
  }

  /**
   * It cannot be served exactly.
   *
   * @param reason why, as the second half of a sentence
   * @param remedy what to do instead
   */
  record Refused(RefusalCode code, String reason, String remedy) implements Routing {
    public Refused {
      Objects.requireNonNull(code, "code");
      Objects.requireNonNull(reason, "reason");
      Objects.requireNonNull(remedy, "remedy");
    }
  }
}
