/** Pages that are generated from the code and checked against it. */
package dev.rekey.orchestrator.docs;
