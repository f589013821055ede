/** Spec, planner, state machine and command line: the only writer of migration state. */
package dev.rekey.orchestrator;
