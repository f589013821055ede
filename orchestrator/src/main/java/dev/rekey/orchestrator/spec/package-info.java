/**
 * Reading a migration spec: YAML, JSON Schema, then its meaning against the source table, with
 * every mistake reported at once and by position. Its product is the compiled key mapping; nothing
 * behind this package knows YAML.
 */
package dev.rekey.orchestrator.spec;
