package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.PagingState;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Asks one query of the source and of the application's sessions; counts and keeps differences. */
final class ReadComparison {
  private static final int MAX_KEPT = 12;
  private static final int MAX_PAGES = 5_000;

  /** Two reads of one time to live may be this many seconds apart. */
  private static final int PASSED = 120;

  private final CqlSession plain;
  private final CqlSession first;
  private final CqlSession second;
  private final long seed;
  private final List<String> failures = new ArrayList<>();
  private final Map<String, Integer> refusals = new TreeMap<>();
  private int answered;
  private int rows;
  private int failed;
  private int refused;
  private int different;

  ReadComparison(CqlSession plain, CqlSession first, CqlSession second, long seed) {
    this.plain = plain;
    this.first = first;
    this.second = second;
    this.seed = seed;
  }

  /** What one side said: its columns and rows, or an error. */
  record Answer(List<String> columns, List<List<String>> rows, Throwable error) {}

  void compare(int number, RandomQuery query) {
    Answer source = ask(query, plain, plain);
    Answer target = ask(query, first, second);
    add(number, query, source, target);
  }

  private synchronized void add(int number, RandomQuery query, Answer source, Answer target) {
    if (source.error() != null) {
      failed++;
      // The target may answer a list of one partition in order, which the server refuses to page.
      boolean stricter = String.valueOf(source.error()).contains("Cannot page queries with both");
      if (target.error() == null && !stricter) {
        keep(number, query, "the source said " + source.error() + ", the target answered");
      }
    } else if (target.error() instanceof StatementRefusedException refusal) {
      refused++;
      refusals.merge(refusal.code().name(), 1, Integer::sum);
      if (query.mayBeRefused().isEmpty()) {
        keep(number, query, refusal.getMessage());
      }
    } else if (target.error() != null) {
      keep(number, query, String.valueOf(target.error()));
    } else {
      answered++;
      rows += source.rows().size();
      difference(query, source, target).ifPresent(what -> keep(number, query, what));
    }
  }

  private void keep(int number, RandomQuery query, String what) {
    different++;
    if (failures.size() < MAX_KEPT) {
      failures.add(
          "seed %d, query %d: %s%n    %s"
              .formatted(seed, number, query, what.substring(0, Math.min(600, what.length()))));
    }
  }

  static Optional<String> difference(RandomQuery query, Answer source, Answer target) {
    if (!source.columns().equals(target.columns())) {
      return Optional.of(
          "columns of the source %s, of the target %s"
              .formatted(source.columns(), target.columns()));
    }
    for (int i = 0; i < Math.max(source.rows().size(), target.rows().size()); i++) {
      List<String> left = i < source.rows().size() ? source.rows().get(i) : List.of("no row");
      List<String> right = i < target.rows().size() ? target.rows().get(i) : List.of("no row");
      if (!isSame(query, left, right)) {
        return Optional.of(
            "row %d of the source (%d rows) %s, of the target (%d rows) %s"
                .formatted(i, source.rows().size(), left, target.rows().size(), right));
      }
    }
    return Optional.empty();
  }

  private static boolean isSame(RandomQuery query, List<String> left, List<String> right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (int i = 0; i < left.size(); i++) {
      boolean same =
          left.get(i).equals(right.get(i))
              || (query.lives().contains(i)
                  && !left.get(i).equals("null")
                  && !right.get(i).equals("null")
                  && Math.abs(Long.parseLong(left.get(i), 16) - Long.parseLong(right.get(i), 16))
                      <= PASSED);
      if (!same) {
        return false;
      }
    }
    return true;
  }

  static Answer ask(RandomQuery query, CqlSession first, CqlSession second) {
    List<String> columns = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    try {
      switch (query.paging()) {
        case SYNC -> {
          ResultSet result = first.execute(query.statement(first));
          columns.addAll(columns(result.getColumnDefinitions()));
          result.forEach(row -> rows.add(cells(row)));
        }
        case ASYNC -> pages(query, first, columns, rows);
        case RESUMED -> resumed(query, List.of(first, second), columns, rows);
      }
      return new Answer(columns, rows, null);
    } catch (Exception e) {
      return new Answer(columns, rows, Errors.unwrap(e));
    }
  }

  private static void pages(
      RandomQuery query, CqlSession session, List<String> columns, List<List<String>> rows)
      throws Exception {
    AsyncResultSet page =
        session
            .executeAsync(query.statement(session))
            .toCompletableFuture()
            .get(60, TimeUnit.SECONDS);
    columns.addAll(columns(page.getColumnDefinitions()));
    add(query, page, rows);
    for (int i = 0; page.hasMorePages(); i++) {
      requireFewer(i);
      page = page.fetchNextPage().toCompletableFuture().get(60, TimeUnit.SECONDS);
      add(query, page, rows);
    }
  }

  /** Each page by the other session, from what an application can keep between two requests. */
  private static void resumed(
      RandomQuery query, List<CqlSession> sessions, List<String> columns, List<List<String>> rows)
      throws Exception {
    ByteBuffer state = null;
    String safe = "";
    for (int i = 0; i == 0 || state != null; i++) {
      requireFewer(i);
      CqlSession session = sessions.get(i % sessions.size());
      Statement<?> statement = query.statement(session);
      if (state != null) {
        statement =
            i % 2 == 0
                ? statement.setPagingState(state)
                : statement.setPagingState(PagingState.fromString(safe), session);
      }
      AsyncResultSet page =
          session.executeAsync(statement).toCompletableFuture().get(60, TimeUnit.SECONDS);
      if (i == 0) {
        columns.addAll(columns(page.getColumnDefinitions()));
      }
      add(query, page, rows);
      state = page.getExecutionInfo().getPagingState();
      safe = state == null ? "" : page.getExecutionInfo().getSafePagingState().toString();
    }
  }

  static void add(RandomQuery query, AsyncResultSet page, List<List<String>> rows) {
    int before = rows.size();
    page.currentPage().forEach(row -> rows.add(cells(row)));
    int size = rows.size() - before;
    if (query.pageSize() > 0 && size > query.pageSize()) {
      throw new AssertionError("a page of %d rows".formatted(size));
    }
  }

  static void requireFewer(int pages) {
    if (pages > MAX_PAGES) {
      throw new AssertionError("more than %d pages".formatted(MAX_PAGES));
    }
  }

  private static List<String> columns(ColumnDefinitions definitions) {
    List<String> columns = new ArrayList<>();
    for (ColumnDefinition column : definitions) {
      columns.add(
          "%s.%s.%s %s"
              .formatted(
                  column.getKeyspace(), column.getTable(), column.getName(), column.getType()));
    }
    return columns;
  }

  private static List<String> cells(Row row) {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      ByteBuffer bytes = row.getBytesUnsafe(i);
      if (bytes == null) {
        cells.add("null");
      } else {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        cells.add(HexFormat.of().formatHex(copy));
      }
    }
    return cells;
  }

  synchronized List<String> failures() {
    return List.copyOf(failures);
  }

  synchronized int answered() {
    return answered;
  }

  synchronized int refused() {
    return refused;
  }

  @Override
  public synchronized String toString() {
    return "seed %d, %d answered (%d rows), %d refused %s, %d failed on both, %d different"
        .formatted(seed, answered, rows, refused, refusals, failed, different);
  }
}
