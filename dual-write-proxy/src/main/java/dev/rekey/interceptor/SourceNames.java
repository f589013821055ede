package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.detach.AttachmentPoint;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.cql.DefaultColumnDefinitions;
import com.datastax.oss.driver.internal.core.cql.DefaultRow;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.cql.route.Merger;
import dev.rekey.cql.route.ReadPlan;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rows of the target under the source's names: column by column the same bytes. */
final class SourceNames {
  private final TableShape source;

  SourceNames(TableShape source) {
    this.source = source;
  }

  ColumnDefinitions of(ColumnDefinitions target) {
    List<ColumnDefinition> renamed = new ArrayList<>();
    for (ColumnDefinition column : target) {
      renamed.add(of(column.getName(), column.getType()));
    }
    return DefaultColumnDefinitions.valueOf(renamed);
  }

  /**
   * The same for the answer to a read, where some columns are named by the server after terms with
   * the target's columns in them, and the last one may not be for the reader.
   */
  ColumnDefinitions of(ColumnDefinitions target, ReadPlan plan) {
    List<ColumnDefinition> named = new ArrayList<>();
    int shown = target.size() - (plan.hidesLastColumn() ? 1 : 0);
    for (int i = 0; i < shown; i++) {
      String name = target.get(i).getName().asInternal();
      for (String column : plan.renamed().getOrDefault(i, Set.of())) {
        name = inTermsOf(name, plan.mapping().carrier(column).orElseThrow().name(), column);
      }
      named.add(of(CqlIdentifier.fromInternal(name), target.get(i).getType()));
    }
    return DefaultColumnDefinitions.valueOf(named);
  }

  /** Whole words only: a column {@code a} must not change {@code max(b)}. */
  private static String inTermsOf(String term, String carrier, String column) {
    return Pattern.compile("(?<!\\w)" + Pattern.quote(carrier) + "(?!\\w)")
        .matcher(term)
        .replaceAll(Matcher.quoteReplacement(column));
  }

  ColumnDefinition of(CqlIdentifier name, DataType type) {
    return new Renamed(
        CqlIdentifier.fromInternal(source.keyspace()),
        CqlIdentifier.fromInternal(source.table()),
        name,
        type);
  }

  /** The columns that are defined; the target may have answered with one more. */
  static Row row(Row target, ColumnDefinitions definitions, InternalDriverContext context) {
    ByteBuffer[] values = new ByteBuffer[definitions.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = target.getBytesUnsafe(i);
    }
    return new DefaultRow(definitions, Arrays.asList(values), context);
  }

  /** Two rows of aggregates as one, column by column. */
  static Row merged(Row left, Row right, List<Merger> mergers, InternalDriverContext context) {
    List<ByteBuffer> values = new ArrayList<>(left.size());
    for (int i = 0; i < left.size(); i++) {
      values.add(
          mergers
              .get(i)
              .merge(
                  Optional.ofNullable(left.getBytesUnsafe(i)),
                  Optional.ofNullable(right.getBytesUnsafe(i)))
              .orElse(null));
    }
    return new DefaultRow(left.getColumnDefinitions(), values, context);
  }

  /** The row of aggregates over no rows at all. */
  static Row ofNothing(Row some, List<Merger> mergers, InternalDriverContext context) {
    List<ByteBuffer> values = new ArrayList<>(some.size());
    for (int i = 0; i < some.size(); i++) {
      values.add(
          mergers.get(i).ofNothing(Optional.ofNullable(some.getBytesUnsafe(i))).orElse(null));
    }
    return new DefaultRow(some.getColumnDefinitions(), values, context);
  }

  private record Renamed(
      CqlIdentifier keyspace, CqlIdentifier table, CqlIdentifier name, DataType type)
      implements ColumnDefinition, Serializable {
    @Override
    public CqlIdentifier getKeyspace() {
      return keyspace;
    }

    @Override
    public CqlIdentifier getTable() {
      return table;
    }

    @Override
    public CqlIdentifier getName() {
      return name;
    }

    @Override
    public DataType getType() {
      return type;
    }

    @Override
    public boolean isDetached() {
      return type.isDetached();
    }

    @Override
    public void attach(AttachmentPoint attachmentPoint) {
      type.attach(attachmentPoint);
    }
  }
}
