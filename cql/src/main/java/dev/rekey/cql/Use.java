package dev.rekey.cql;

/** {@code USE keyspace}. */
public record Use(Identifier keyspace, Span span) implements ParsedStatement {}
