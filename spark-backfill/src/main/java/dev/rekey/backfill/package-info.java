/**
 * The Spark job that copies a source table into its re-keyed target and verifies the two.
 *
 * <p>{@link dev.rekey.backfill.BackfillMain} is the only door. Everything that decides what a cell,
 * a row or a range becomes works on records and a plain session; Spark only spreads token ranges
 * over executors.
 *
 * <p>The rule everything rests on is the fence F: every write that the source took after F was
 * mirrored with a timestamp above F. What was read with its writetime is therefore written with
 * exactly that writetime, and what has no readable writetime is written at F - 1, so that it can
 * never beat a mirrored write or a mirrored tombstone.
 */
package dev.rekey.backfill;
