/** Side-by-side measurements; never run as timed tests. */
package dev.rekey.benchmarks;
