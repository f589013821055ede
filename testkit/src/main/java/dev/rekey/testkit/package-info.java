/** Boots real Cassandra clusters for tests and for the demo. */
package dev.rekey.testkit;
