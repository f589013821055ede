/** Order-independent digests of rows, so that two tables can be compared without a join. */
package dev.rekey.core.digest;
