package org.apache.cassandra.service;

import java.util.concurrent.CountDownLatch;

/** Stands in for the server in tests of the launcher: says that it runs, and runs for ever. */
public final class CassandraDaemon {

  private CassandraDaemon() {}

  public static void main(String[] arguments) throws InterruptedException {
    System.out.println("serving");
    new CountDownLatch(1).await();
  }
}
