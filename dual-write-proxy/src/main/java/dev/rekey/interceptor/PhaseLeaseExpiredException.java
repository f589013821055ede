package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.DriverException;

/**
 * This process could not renew its lease, so it does not know where the migrating table's rows
 * belong, and does not guess. A write that was under way may or may not have been made. Statements
 * on other tables go on. Service returns by itself when the control keyspace can be reached again.
 */
public final class PhaseLeaseExpiredException extends DriverException {
  private static final long serialVersionUID = 1L;

  PhaseLeaseExpiredException(String message) {
    super(message, null, null, true);
  }

  private PhaseLeaseExpiredException(PhaseLeaseExpiredException original) {
    super(original.getMessage(), original.getExecutionInfo(), original, true);
  }

  @Override
  public DriverException copy() {
    return new PhaseLeaseExpiredException(this);
  }
}
