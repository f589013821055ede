package dev.rekey.cql;

/** A statement that reads or writes rows. */
public sealed interface Dml extends ParsedStatement permits Select, Modification, Batch, Truncate {}
