/** The interceptor inside the Java driver: dual writes, read rewriting, phases. */
package dev.rekey.interceptor;
