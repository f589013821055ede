package dev.rekey.demo.app;

import static java.util.Objects.requireNonNull;

import dev.rekey.demo.history.History;
import java.time.InstantSource;

/** What all instances of the application share in this process, to be checked together. */
record Shared(
    Dataset dataset, History history, RequestLog log, RecentKeys recent, InstantSource clock) {
  Shared {
    requireNonNull(dataset, "dataset is null");
    requireNonNull(history, "history is null");
    requireNonNull(log, "log is null");
    requireNonNull(recent, "recent is null");
    requireNonNull(clock, "clock is null");
  }
}
