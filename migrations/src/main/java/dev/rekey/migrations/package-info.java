/**
 * CQL scripts with history, checksum and a leased lock.
 *
 * <p>Doors: {@link dev.rekey.migrations.Migrations} brings a keyspace up to its scripts; {@link
 * dev.rekey.migrations.LeasedLock} is the lock it uses, for others to use too. Scripts are read and
 * split ({@code ScriptLoader}, {@code CqlSplitter}), compared with the history ({@code Planner},
 * pure), and run ({@code MigrationRun}). Every write to the tables {@code lock} and {@code
 * schema_history} is a lightweight transaction.
 */
package dev.rekey.migrations;
