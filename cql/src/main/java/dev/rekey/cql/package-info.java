/** The CQL grammar, what a statement says, and how it is routed under a mapping. */
package dev.rekey.cql;
