/**
 * The JUnit 5 side of the testkit: a shared Cassandra for the test classes of a module.
 *
 * <p>Annotate a class with {@link dev.rekey.testkit.junit.CassandraTest} and take what you need as
 * parameters of its constructor or methods.
 */
package dev.rekey.testkit.junit;
