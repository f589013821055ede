/**
 * What a re-key means, without a driver, a server or a clock: {@linkplain dev.rekey.core.mapping
 * the key mapping}, {@linkplain dev.rekey.core.token token ranges}, {@linkplain
 * dev.rekey.core.digest row digests} and {@linkplain dev.rekey.core.state the states and phases}.
 * Interceptor, backfill and verification all use this one definition, so that they cannot disagree.
 */
package dev.rekey.core;
