package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.cql.DefaultColumnDefinitions;
import com.datastax.oss.driver.internal.core.cql.DefaultPreparedStatement;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/** Statements as the application prepared them, of which the server knows nothing. */
final class SourcePrepared {
  private SourcePrepared() {}

  static PreparedStatement of(
      PrepareRequest request,
      InternalDriverContext context,
      List<ColumnDefinition> variables,
      ColumnDefinitions results) {
    return new DefaultPreparedStatement(
        id(request.getQuery()),
        request.getQuery(),
        DefaultColumnDefinitions.valueOf(variables),
        List.of(),
        null,
        results,
        request.getKeyspace(),
        request.getCustomPayload(),
        request.getExecutionProfileNameForBoundStatements(),
        request.getExecutionProfileForBoundStatements(),
        request.getRoutingKeyspaceForBoundStatements(),
        request.getRoutingKeyForBoundStatements(),
        request.getRoutingTokenForBoundStatements(),
        request.getCustomPayloadForBoundStatements(),
        request.areBoundStatementsIdempotent(),
        request.getTimeoutForBoundStatements(),
        request.getPagingStateForBoundStatements(),
        request.getPageSizeForBoundStatements(),
        request.getConsistencyLevelForBoundStatements(),
        request.getSerialConsistencyLevelForBoundStatements(),
        request.areBoundStatementsTracing(),
        context.getCodecRegistry(),
        context.getProtocolVersion());
  }

  /** An id of its own, so that the driver never takes it for one of the server's. */
  private static ByteBuffer id(String text) {
    UUID hash = UUID.nameUUIDFromBytes(("rekey:" + text).getBytes(StandardCharsets.UTF_8));
    return ByteBuffer.allocate(16)
        .putLong(hash.getMostSignificantBits())
        .putLong(hash.getLeastSignificantBits())
        .flip()
        .asReadOnlyBuffer();
  }
}
