package dev.rekey.backfill;

/** The tables cannot be copied or compared exactly, or the run may not start; nothing was done. */
final class BackfillRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BackfillRefusedException(String message) {
    super(message);
  }
}
