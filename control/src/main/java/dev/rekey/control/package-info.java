/** Data access to the control keyspace. */
package dev.rekey.control;
