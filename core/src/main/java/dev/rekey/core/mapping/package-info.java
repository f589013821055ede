/**
 * The compiled mapping from a source table to a target table: shapes, columns and the closed set of
 * derivations. Values are raw protocol bytes; nothing here decodes more than a derivation needs.
 */
package dev.rekey.core.mapping;
