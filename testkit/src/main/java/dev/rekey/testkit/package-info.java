/**
 * Boots real Cassandra servers on loopback addresses, each in its own JVM with its own class path.
 *
 * <p>The door is {@link dev.rekey.testkit.CassandraCluster#builder()}. Nothing in this package
 * needs JUnit, and only {@link dev.rekey.testkit.DriverSessions} needs a driver, so a program such
 * as the demo can boot a cluster with this module alone. The JUnit side is {@code
 * dev.rekey.testkit.junit}.
 *
 * <p>The server's jars never meet ours: they are resolved by a Maven child process and named only
 * on the command line of the server's own JVM.
 */
package dev.rekey.testkit;
