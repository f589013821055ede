/** The runbook format, its linter and its engine. */
package dev.rekey.runbooks;
