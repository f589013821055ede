package dev.rekey.migrations;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

final class DaemonLeaseTimer implements LeaseTimer {
  private static final int IDLE_SECONDS = 5;

  private final ScheduledThreadPoolExecutor executor;

  DaemonLeaseTimer() {
    executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "rekey-lease-renewal");
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    // Core threads that time out: an idle lock keeps no thread, so it needs no close.
    executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    executor.allowCoreThreadTimeOut(true);
  }

  @Override
  public Scheduled schedule(Duration delay, Runnable task) {
    ScheduledFuture<?> future =
        executor.schedule(task, Math.max(0, delay.toNanos()), TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }
}
