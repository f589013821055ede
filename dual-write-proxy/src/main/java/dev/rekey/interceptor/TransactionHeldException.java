package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.DriverException;

/**
 * A lightweight transaction, or a write to the elements of a list, came while the table that
 * decides was being changed, and waited in vain. It was not sent: execute it again.
 */
public final class TransactionHeldException extends DriverException {
  private static final long serialVersionUID = 1L;

  TransactionHeldException(String message) {
    super(message, null, null, true);
  }

  @Override
  public DriverException copy() {
    return new TransactionHeldException(getMessage());
  }
}
