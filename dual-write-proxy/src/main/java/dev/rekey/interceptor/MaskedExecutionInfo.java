package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.QueryTrace;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** What the driver reports of a statement of ours, with the application's statement in it. */
final class MaskedExecutionInfo implements ExecutionInfo {
  private final ExecutionInfo info;
  private final Statement<?> application;
  private final Optional<ByteBuffer> pagingState;
  private final List<String> warnings;

  /** For a result without further pages. */
  MaskedExecutionInfo(ExecutionInfo info, Statement<?> application) {
    this(info, application, Optional.empty());
  }

  MaskedExecutionInfo(
      ExecutionInfo info, Statement<?> application, Optional<ByteBuffer> pagingState) {
    this(info, application, pagingState, info.getWarnings());
  }

  private MaskedExecutionInfo(
      ExecutionInfo info,
      Statement<?> application,
      Optional<ByteBuffer> pagingState,
      List<String> warnings) {
    this.info = info;
    this.application = application;
    this.pagingState = pagingState;
    this.warnings = warnings;
  }

  /** The same with other warnings, for a result without further pages. */
  static ExecutionInfo warning(List<String> warnings, ExecutionInfo info) {
    return new MaskedExecutionInfo(
        info, (Statement<?>) info.getRequest(), Optional.empty(), warnings);
  }

  @Override
  public Request getRequest() {
    return application;
  }

  @Override
  @Deprecated
  public Statement<?> getStatement() {
    return application;
  }

  @Override
  public Node getCoordinator() {
    return info.getCoordinator();
  }

  @Override
  public int getSpeculativeExecutionCount() {
    return info.getSpeculativeExecutionCount();
  }

  @Override
  public int getSuccessfulExecutionIndex() {
    return info.getSuccessfulExecutionIndex();
  }

  @Override
  public List<Map.Entry<Node, Throwable>> getErrors() {
    return info.getErrors();
  }

  @Override
  public ByteBuffer getPagingState() {
    return pagingState.map(ByteBuffer::duplicate).orElse(null);
  }

  @Override
  public List<String> getWarnings() {
    return warnings;
  }

  @Override
  public Map<String, ByteBuffer> getIncomingPayload() {
    return info.getIncomingPayload();
  }

  @Override
  public boolean isSchemaInAgreement() {
    return info.isSchemaInAgreement();
  }

  @Override
  public UUID getTracingId() {
    return info.getTracingId();
  }

  @Override
  public CompletionStage<QueryTrace> getQueryTraceAsync() {
    return info.getQueryTraceAsync();
  }

  @Override
  public int getResponseSizeInBytes() {
    return info.getResponseSizeInBytes();
  }

  @Override
  public int getCompressedResponseSizeInBytes() {
    return info.getCompressedResponseSizeInBytes();
  }
}
