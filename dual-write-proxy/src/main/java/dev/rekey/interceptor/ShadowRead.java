package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.internal.core.cql.Conversions;
import com.datastax.oss.driver.internal.core.util.concurrent.CompletableFutures;
import dev.rekey.core.state.Leg;
import dev.rekey.cql.CqlParser;
import dev.rekey.cql.Select;
import dev.rekey.cql.Term;
import dev.rekey.cql.route.ReadPlan;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * One read being compared. A difference counts only if it is the same in two looks that are further
 * apart than a write may be under way, and in each of them before and after the other table was
 * read; what changes from look to look is being written, and is unresolved in the end.
 *
 * <p>Only the first page is compared, and no more of it than {@link #MAX_ROWS} rows.
 */
final class ShadowRead {
  private static final int MAX_ROWS = 500;

  /** What gives the same result again, and on the other table. */
  private static final Set<String> REPEATABLE =
      Set.of("writetime", "maxwritetime", "count", "min", "max", "sum");

  private final Call call;
  private final ReadPlan plan;
  private final ShadowReads.Answers answers;
  private final int maxLooks;

  // Looks follow each other, so these need no lock.
  private int looks;
  private Set<String> before = Set.of();
  private Optional<String> difference = Optional.empty();

  ShadowRead(Call call, ReadPlan plan, ShadowReads.Answers answers, int maxLooks) {
    this.call = call;
    this.plan = plan;
    this.answers = answers;
    this.maxLooks = maxLooks;
  }

  /** What one look has shown. */
  enum Outcome {
    EQUAL,
    DIFFERENT,
    LOOK_AGAIN,
    UNRESOLVED,
    /** It asks for what no two reads have in common, such as a time to live. */
    NOT_COMPARABLE
  }

  String migration() {
    return plan.mapping().migration();
  }

  FleetView view() {
    return call.view();
  }

  String text() {
    return call.children().get(0).statement() instanceof BoundStatement bound
        ? bound.getPreparedStatement().getQuery()
        : ((SimpleStatement) call.children().get(0).statement()).getQuery();
  }

  /** A row that differs, if one does. */
  Optional<String> difference() {
    return difference;
  }

  /** One look; it fails only through its result, since whoever waits for it holds a gate. */
  CompletionStage<Outcome> look() {
    try {
      return lookNow();
    } catch (RuntimeException e) {
      return CompletableFutures.failedFuture(e);
    }
  }

  private CompletionStage<Outcome> lookNow() {
    looks++;
    if (looks == 1 && !isRepeatable()) {
      return CompletableFuture.completedFuture(Outcome.NOT_COMPARABLE);
    }
    Call mine = mine();
    Leg lead = lead();
    return answer(lead, mine)
        .thenCompose(first -> answer(lead.other(), mine).thenCompose(compare(mine, lead, first)));
  }

  private Function<ShadowAnswer, CompletionStage<Outcome>> compare(
      Call mine, Leg lead, ShadowAnswer first) {
    return follow -> {
      Set<String> found = ShadowAnswer.differences(first, follow);
      if (found.isEmpty() || maxLooks == 1) {
        return CompletableFuture.completedFuture(judge(found));
      }
      return answer(lead, mine).thenApply(second -> judge(found, second, follow));
    };
  }

  /** Nothing if the leading table came to say the same, which the other one just said earlier. */
  private Outcome judge(Set<String> found, ShadowAnswer second, ShadowAnswer follow) {
    Set<String> later = ShadowAnswer.differences(second, follow);
    if (later.isEmpty()) {
      return Outcome.EQUAL;
    }
    Set<String> stayed = both(found, later);
    return stayed.isEmpty() ? again() : judge(stayed);
  }

  private CompletionStage<ShadowAnswer> answer(Leg leg, Call mine) {
    try {
      return answers.of(leg, mine, plan);
    } catch (RuntimeException e) {
      return CompletableFutures.failedFuture(e);
    }
  }

  private Outcome judge(Set<String> found) {
    if (found.isEmpty()) {
      return Outcome.EQUAL;
    }
    Set<String> stayed = both(before, found);
    before = found;
    if (!stayed.isEmpty() || maxLooks == 1) {
      difference = (stayed.isEmpty() ? found : stayed).stream().sorted().findFirst();
      return Outcome.DIFFERENT;
    }
    return again();
  }

  /** A table could not be read. */
  Outcome failed() {
    return again();
  }

  private Outcome again() {
    return looks < maxLooks ? Outcome.LOOK_AGAIN : Outcome.UNRESOLVED;
  }

  private static Set<String> both(Set<String> left, Set<String> right) {
    Set<String> both = new HashSet<>(left);
    both.retainAll(right);
    return both;
  }

  private Leg lead() {
    return Phases.of(call.view(), migration()).lead();
  }

  private boolean isRepeatable() {
    return CqlParser.parse(text()) instanceof Select select
        && select.projection().selectors().stream()
            .flatMap(selector -> selector.term().walk())
            .allMatch(ShadowRead::isRepeatable);
  }

  private static boolean isRepeatable(Term term) {
    if (term instanceof Term.Metadata metadata) {
      return metadata.kind() != Term.MetadataKind.TTL;
    }
    return !(term instanceof Term.FunctionCall function) || REPEATABLE.contains(function.name());
  }

  /** The application's read without what only the application needs. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // a statement's setters return its own type
  private Call mine() {
    Child child = call.children().get(0);
    BatchableStatement statement = child.statement();
    int own = statement.getPageSize();
    BatchableStatement<?> mine =
        (BatchableStatement<?>)
            statement
                .setTracing(false)
                .setPageSize(own > 0 ? Math.min(own, MAX_ROWS) : MAX_ROWS)
                .setConsistencyLevel(looks == 1 ? consistency(call) : stronger(consistency(call)));
    return new Call(
        mine,
        call.session(),
        List.of(new Child(0, mine, child.understood())),
        call.view(),
        call.pinned());
  }

  static ConsistencyLevel consistency(Call call) {
    ConsistencyLevel own = call.statement().getConsistencyLevel();
    return own != null
        ? own
        : DefaultConsistencyLevel.valueOf(
            Conversions.resolveExecutionProfile(call.statement(), call.context())
                .getString(DefaultDriverOption.REQUEST_CONSISTENCY));
  }

  /** One replica may lag behind the others, which is no difference between the tables. */
  private static ConsistencyLevel stronger(ConsistencyLevel level) {
    if (level.equals(ConsistencyLevel.LOCAL_ONE)) {
      return ConsistencyLevel.LOCAL_QUORUM;
    }
    boolean weak = level.equals(ConsistencyLevel.ONE) || level.equals(ConsistencyLevel.TWO);
    return weak ? ConsistencyLevel.QUORUM : level;
  }
}
