/**
 * What verbs work with: the stores, the claim on a migration under a fenced lock, publications and
 * the barriers behind them, and the process that copies. Only this package and {@code verb} change
 * anything.
 */
package dev.rekey.orchestrator.engine;
