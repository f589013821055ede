/** The Spark job that copies and verifies by token range. */
package dev.rekey.backfill;
