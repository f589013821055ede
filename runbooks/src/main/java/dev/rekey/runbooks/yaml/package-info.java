/**
 * YAML documents read with the position of every key and value and checked against a JSON Schema,
 * all mistakes at once. Runbooks and migration specs are read this way.
 */
package dev.rekey.runbooks.yaml;
