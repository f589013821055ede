package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.DriverException;
import dev.rekey.cql.route.RefusalCode;
import dev.rekey.cql.route.Routing;

/** A statement on a migrating table that cannot be kept exact; nothing was sent. */
public final class StatementRefusedException extends DriverException {
  private static final long serialVersionUID = 1L;

  private final RefusalCode code;

  StatementRefusedException(String migration, Routing.Refused refusal) {
    super(
        "Cannot execute the statement during migration %s: %s (%s); %s"
            .formatted(migration, refusal.reason(), refusal.code(), refusal.remedy()),
        null,
        null,
        true);
    this.code = refusal.code();
  }

  private StatementRefusedException(StatementRefusedException original) {
    super(original.getMessage(), original.getExecutionInfo(), original, true);
    this.code = original.code;
  }

  /** Why, for programs. */
  public RefusalCode code() {
    return code;
  }

  @Override
  public DriverException copy() {
    return new StatementRefusedException(this);
  }
}
