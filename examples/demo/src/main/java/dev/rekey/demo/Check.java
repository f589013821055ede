package dev.rekey.demo;

/**
 * Something the demo promises.
 *
 * @param measured the counted fact it was decided by
 */
record Check(String promise, Result result, String measured) {
  /** How it ended. */
  enum Result {
    PASS,
    FAIL
  }

  static Check that(String promise, boolean holds, String measured) {
    return new Check(promise, holds ? Result.PASS : Result.FAIL, measured);
  }

  boolean holds() {
    return result == Result.PASS;
  }
}
