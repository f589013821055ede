/**
 * One class per verb of the command line. A verb checks its guards, takes the claim on its
 * migration, does its step, and can be run again after any interruption.
 */
package dev.rekey.orchestrator.verb;
