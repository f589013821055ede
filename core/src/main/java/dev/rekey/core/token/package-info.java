/** Murmur3 tokens of partition keys, and arithmetic on ranges of the ring. */
package dev.rekey.core.token;
