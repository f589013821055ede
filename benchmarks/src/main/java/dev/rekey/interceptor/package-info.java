/** Benchmarks of what the interceptor does not show to applications. */
package dev.rekey.interceptor;
