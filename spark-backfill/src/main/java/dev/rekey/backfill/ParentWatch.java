package dev.rekey.backfill;

import java.io.IOException;
import java.io.InputStream;

/**
 * Ends this process when its parent's pipe closes, so that no kill of the parent leaves a copy
 * running that nobody watches.
 */
final class ParentWatch {

  private ParentWatch() {}

  /** Reads the stream until its end on a thread of its own, then runs the action. */
  static void start(InputStream pipe, Runnable onEnd) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (pipe.read() >= 0) {
                  // Whatever the parent says, only its silence matters.
                }
              } catch (IOException e) {
                // A broken pipe is an end too.
              }
              onEnd.run();
            },
            "rekey-parent-watch");
    thread.setDaemon(true);
    thread.start();
  }
}
