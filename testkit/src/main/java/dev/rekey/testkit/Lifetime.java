package dev.rekey.testkit;

/** How long servers live. */
enum Lifetime {
  /** Until the cluster is closed or this JVM ends. */
  BOUND,
  /** Until somebody ends them: they survive this JVM, and their data survive them. */
  KEPT
}
