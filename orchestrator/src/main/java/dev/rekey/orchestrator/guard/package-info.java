/**
 * What must hold before a step is taken, one class each. A guard only looks; it says what it
 * measured, whether that will do, and what to do if not.
 */
package dev.rekey.orchestrator.guard;
