/**
 * Decides, before anything exists, whether a table can be re-keyed exactly: the class of the key
 * change, a verdict for every feature of the table, the target's DDL and what becomes of the
 * application's statements. A plan is pure data; making one changes nothing.
 */
package dev.rekey.orchestrator.plan;
