/**
 * The runbook format, its reader and its engine. The engine knows nothing of migrations: it asks a
 * {@link dev.rekey.runbooks.StepExecutor} to run commands and to say how far a migration is, and
 * keeps no journal of its own, so that running a runbook again from the top is always safe.
 */
package dev.rekey.runbooks;
