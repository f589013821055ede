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
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

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

  ColumnDefinition of(CqlIdentifier name, DataType type) {
    return new Renamed(
        CqlIdentifier.fromInternal(source.keyspace()),
        CqlIdentifier.fromInternal(source.table()),
        name,
        type);
  }

  static Row row(Row target, ColumnDefinitions definitions, InternalDriverContext context) {
    List<ByteBuffer> values = new ArrayList<>(target.size());
    for (int i = 0; i < target.size(); i++) {
      values.add(target.getBytesUnsafe(i));
    }
    return new DefaultRow(definitions, values, context);
  }

  /** Adds two rows of counts, column by column. */
  static Row sum(Row left, Row right) {
    List<ByteBuffer> sums = new ArrayList<>(left.size());
    for (int i = 0; i < left.size(); i++) {
      sums.add(ByteBuffer.allocate(8).putLong(0, left.getLong(i) + right.getLong(i)));
    }
    return new DefaultRow(left.getColumnDefinitions(), sums);
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
