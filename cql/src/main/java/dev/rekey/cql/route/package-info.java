/**
 * Where a statement goes under a mapping: unchanged, to both tables, to the target's buckets, or
 * nowhere, with the reason. Pure functions of text and mapping; the interceptor executes what they
 * say and the planner judges access patterns by the very same answers.
 */
package dev.rekey.cql.route;
