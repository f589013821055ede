package dev.rekey.interceptor;

import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The journal entries of writes that are under way in this process: nobody may settle them before
 * the write and its copy have ended, since until then they may still change something.
 */
final class OpenIntents {
  private final Set<UUID> open = ConcurrentHashMap.newKeySet();

  void open(UUID entry) {
    open.add(entry);
  }

  void close(UUID entry) {
    open.remove(entry);
  }

  boolean isOpen(UUID entry) {
    return open.contains(entry);
  }
}
