package dev.rekey.demo;

import java.time.Duration;

/**
 * One command as it was run.
 *
 * @param title for people
 * @param command as typed
 * @param facts what it did, counted
 */
record StepRecord(String title, String command, Duration time, int exitCode, String facts) {}
