package dev.rekey.migrations;

import java.util.Optional;

/**
 * A script to run.
 *
 * @param row its row in the history, if it has one
 * @param done how many of its statements are done already
 */
record Step(Script script, Optional<HistoryRow> row, int done) {}
