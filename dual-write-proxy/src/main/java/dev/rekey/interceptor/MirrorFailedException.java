package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.DriverException;

/**
 * A write reached one table and not surely the other, and may not be acknowledged: either the
 * migration is in one of its short strict phases, or the journal could not be written. The outcome
 * is in doubt, as after a write timeout; writing again is safe.
 */
public final class MirrorFailedException extends DriverException {
  private static final long serialVersionUID = 1L;

  MirrorFailedException(String message, Throwable cause) {
    super(message, null, cause, true);
  }

  private MirrorFailedException(MirrorFailedException original) {
    super(original.getMessage(), original.getExecutionInfo(), original, true);
  }

  @Override
  public DriverException copy() {
    return new MirrorFailedException(this);
  }
}
