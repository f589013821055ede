/**
 * Where a migration stands ({@link dev.rekey.core.state.MigrationState}), what an application
 * instance does ({@link dev.rekey.core.state.Phase}), and the one table of allowed moves.
 */
package dev.rekey.core.state;
