package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.internal.core.cql.DefaultColumnDefinitions;
import com.datastax.oss.driver.internal.core.cql.DefaultRow;
import dev.rekey.core.mapping.Column;
import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.KeyMapping;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The target's answer to a lightweight transaction as the source would give it: with the source's
 * columns, in its order, and none of the target's own.
 */
final class AppliedResult implements AsyncResultSet {
  private final PagedResult rows;
  private final boolean applied;

  private AppliedResult(PagedResult rows, boolean applied) {
    this.rows = rows;
    this.applied = applied;
  }

  /** One column of the answer: where the target has it, and how the source calls it. */
  private record Shown(int index, ColumnDefinition definition) {}

  static AsyncResultSet of(Call call, KeyMapping mapping, AsyncResultSet answer) {
    if (answer.getColumnDefinitions().size() <= 1) {
      return MaskedResult.asIf(call.statement(), answer);
    }
    boolean applied = answer.wasApplied();
    List<Shown> shown = shown(mapping, answer.getColumnDefinitions());
    ColumnDefinitions definitions =
        DefaultColumnDefinitions.valueOf(shown.stream().map(Shown::definition).toList());
    List<Row> rows = new ArrayList<>();
    for (Row row : answer.currentPage()) {
      List<ByteBuffer> values = new ArrayList<>();
      shown.forEach(column -> values.add(row.getBytesUnsafe(column.index())));
      rows.add(new DefaultRow(definitions, values, call.context()));
    }
    return new AppliedResult(
        new PagedResult(
            definitions,
            new MaskedExecutionInfo(answer.getExecutionInfo(), call.statement()),
            rows,
            call.session()),
        applied);
  }

  /** The word of the server first, then the key in its order, then the rest. */
  private static List<Shown> shown(KeyMapping mapping, ColumnDefinitions answer) {
    SourceNames names = new SourceNames(mapping.source());
    List<Shown> keys = new ArrayList<>();
    List<Shown> others = new ArrayList<>();
    List<Shown> all = new ArrayList<>();
    for (int i = 0; i < answer.size(); i++) {
      String name = answer.get(i).getName().asInternal();
      if (mapping.target().column(name).isEmpty()) {
        all.add(new Shown(i, names.of(answer.get(i).getName(), answer.get(i).getType())));
      } else if (mapping.rule(name) instanceof Derivation.Copy copy) {
        Column source = mapping.source().requireColumn(copy.column());
        Shown column =
            new Shown(
                i, names.of(CqlIdentifier.fromInternal(source.name()), answer.get(i).getType()));
        (source.kind().isKey() ? keys : others).add(column);
      }
    }
    List<String> order = mapping.source().primaryKey().stream().map(Column::name).toList();
    keys.sort(Comparator.comparingInt(column -> order.indexOf(name(column))));
    boolean wholeRow = keys.size() == order.size();
    if (wholeRow) {
      others.sort(Comparator.comparing(AppliedResult::name));
    }
    all.addAll(keys);
    all.addAll(others);
    return all;
  }

  private static String name(Shown column) {
    return column.definition().getName().asInternal();
  }

  @Override
  public ColumnDefinitions getColumnDefinitions() {
    return rows.getColumnDefinitions();
  }

  @Override
  public ExecutionInfo getExecutionInfo() {
    return rows.getExecutionInfo();
  }

  @Override
  public int remaining() {
    return rows.remaining();
  }

  @Override
  public Iterable<Row> currentPage() {
    return rows.currentPage();
  }

  @Override
  public boolean hasMorePages() {
    return false;
  }

  @Override
  public CompletionStage<AsyncResultSet> fetchNextPage() {
    return rows.fetchNextPage();
  }

  @Override
  public boolean wasApplied() {
    return applied;
  }
}
