package dev.rekey.migrations;

/** A file found in a location; {@code origin} tells people where. */
record ScriptFile(String name, String origin, byte[] bytes) {}
