package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.DriverException;

/**
 * A paging state that cannot be used to go on: it belongs to another statement, or to a table that
 * is no longer read, and the query has no single clustering column by which to go on. Read the
 * query again from its start.
 */
public final class CursorLostException extends DriverException {
  private static final long serialVersionUID = 1L;

  CursorLostException(String message) {
    super(message, null, null, true);
  }

  private CursorLostException(CursorLostException original) {
    super(original.getMessage(), original.getExecutionInfo(), original, true);
  }

  @Override
  public DriverException copy() {
    return new CursorLostException(this);
  }
}
