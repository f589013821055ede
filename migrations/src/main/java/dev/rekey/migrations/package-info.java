/** CQL scripts with history, checksum and a leased lock. */
package dev.rekey.migrations;
