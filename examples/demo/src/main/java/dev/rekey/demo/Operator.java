package dev.rekey.demo;

/** Whoever types the commands. */
@FunctionalInterface
interface Operator {
  /**
   * Runs {@code rekey} with these arguments to its end.
   *
   * @return its exit code
   */
  int run(String... arguments);
}
