package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** A read whose first page is taken in one phase and whose rest in another, by another session. */
final class BegunRead {
  private final RandomQuery query;
  private final List<List<String>> rows = new ArrayList<>();
  private ByteBuffer state;

  private BegunRead(RandomQuery query) {
    this.query = query;
  }

  /** Empty if there is no second page, or no answer. */
  static Optional<BegunRead> begin(RandomQuery query, CqlSession application) throws Exception {
    BegunRead begun = new BegunRead(query);
    try {
      begun.page(application);
    } catch (ExecutionException | DriverException e) {
      return Optional.empty();
    }
    return begun.state == null ? Optional.empty() : Optional.of(begun);
  }

  private void page(CqlSession application) throws Exception {
    AsyncResultSet page =
        application
            .executeAsync(query.statement(application).setPagingState(state))
            .toCompletableFuture()
            .get(60, TimeUnit.SECONDS);
    ReadComparison.add(query, page, rows);
    state = page.getExecutionInfo().getPagingState();
  }

  /** What became of it. */
  record End(boolean lost, Optional<String> difference) {}

  /** Reads on to the end; what the source answers in one go is what it must have read. */
  End finish(CqlSession application, CqlSession plain) throws Exception {
    try {
      for (int i = 0; state != null; i++) {
        ReadComparison.requireFewer(i);
        page(application);
      }
    } catch (ExecutionException e) {
      boolean lost = Errors.unwrap(e) instanceof CursorLostException;
      return new End(lost, lost ? Optional.empty() : Optional.of(String.valueOf(e.getCause())));
    }
    ReadComparison.Answer whole = ReadComparison.ask(query, plain, plain);
    return new End(
        false,
        ReadComparison.difference(
                query, whole, new ReadComparison.Answer(whole.columns(), rows, null))
            .map(what -> query + ": " + what));
  }
}
