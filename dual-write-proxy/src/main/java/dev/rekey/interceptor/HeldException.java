package dev.rekey.interceptor;

import java.util.Set;

/** A write that needs a home met a phase in which there is none; nothing was sent. */
final class HeldException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Set<String> migrations;

  HeldException(Set<String> migrations) {
    super("held by " + migrations, null, false, false);
    this.migrations = Set.copyOf(migrations);
  }

  Set<String> migrations() {
    return migrations;
  }
}
