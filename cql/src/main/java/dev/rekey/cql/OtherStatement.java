package dev.rekey.cql;

/**
 * A statement known by its first words only, such as {@code CREATE FUNCTION} or {@code GRANT}:
 * nothing that touches rows or the shape of a table. {@code kind} is those words in upper case, one
 * space between.
 */
public record OtherStatement(String kind, Span span) implements ParsedStatement {}
