/**
 * Data access to the control keyspace {@code rekey}: migrations and their phases, the fleet of
 * application instances, the mirror journal, runs, evidence and events.
 *
 * <p>Every class takes a {@code CqlSession} and sets its own consistency levels, so that an
 * application's defaults do not matter. Rows of {@code migration} and {@code instance} are written
 * by lightweight transactions only; mixing those with plain writes would lose updates.
 */
package dev.rekey.control;
