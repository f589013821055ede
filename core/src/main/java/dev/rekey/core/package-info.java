/** Key mapping, derivations, digests, token ranges and the state table: pure Java. */
package dev.rekey.core;
