package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import java.lang.reflect.Field;
import java.util.concurrent.CompletableFuture;

/**
 * The future by which the driver hands a new session to whoever builds it. The driver completes it
 * with the bare session right after it has told its listeners that the session is ready; we take
 * its place, so that it is completed by us: with a session that says goodbye when it is closed, and
 * not before this process is registered.
 *
 * <p>Both fields are private to the driver. Whether they are there is asked before a session opens.
 */
final class SessionPromise {
  private static final String HOLDER = "singleThreaded";
  private static final String PROMISE = "initFuture";

  private SessionPromise() {}

  /**
   * @throws ReflectiveOperationException if this driver has no such future
   * @throws RuntimeException if it may not be reached
   */
  static void requirePresent() throws ReflectiveOperationException {
    promise(holder().getType());
  }

  /** Leaves the driver one that nobody waits for, and returns the one its builder waits for. */
  static CompletableFuture<CqlSession> take(DefaultSession session)
      throws ReflectiveOperationException {
    Object holder = holder().get(session);
    Field field = promise(holder.getClass());
    @SuppressWarnings("unchecked") // its type was looked at
    CompletableFuture<CqlSession> awaited = (CompletableFuture<CqlSession>) field.get(holder);
    field.set(holder, new CompletableFuture<CqlSession>());
    return awaited;
  }

  private static Field holder() throws ReflectiveOperationException {
    Field field = DefaultSession.class.getDeclaredField(HOLDER);
    field.setAccessible(true);
    return field;
  }

  private static Field promise(Class<?> holder) throws ReflectiveOperationException {
    Field field = holder.getDeclaredField(PROMISE);
    if (!field.getType().equals(CompletableFuture.class)) {
      throw new NoSuchFieldException("%s is a %s".formatted(PROMISE, field.getType().getName()));
    }
    field.setAccessible(true);
    return field;
  }
}
