package dev.rekey.demo.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class GateTest {
  private final Gate gate = new Gate();

  @Test
  void oneAloneIsNotStarvedBySteadyTrafficAndMeetsNobody() throws InterruptedException {
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger inside = new AtomicInteger();
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(
              () -> {
                while (!stop.get()) {
                  gate.pass(
                      () -> {
                        inside.incrementAndGet();
                        Thread.onSpinWait();
                        inside.decrementAndGet();
                      });
                }
              });
      threads[i].start();
    }

    try {
      for (int i = 0; i < 20; i++) {
        gate.alone(() -> assertThat(inside.get()).isZero(), 30);
      }
    } finally {
      stop.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  @Test
  void givesUpWhenOneDoesNotLeave() throws InterruptedException {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () ->
                gate.pass(
                    () -> {
                      entered.countDown();
                      awaitQuietly(leave);
                    }));
    thread.start();
    entered.await();

    assertThatThrownBy(() -> gate.alone(() -> {}, 1))
        .hasMessage("Cannot pause the application: a request is still in flight after 1 s");

    leave.countDown();
    thread.join();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
