/** A stand-in for the one class of the server that our launcher names. */
package org.apache.cassandra.service;
