/**
 * The command line: options, exit codes, words. {@link dev.rekey.orchestrator.cli.RekeyCli} is the
 * only door; everything that decides or changes something lies behind this package.
 */
package dev.rekey.orchestrator.cli;
