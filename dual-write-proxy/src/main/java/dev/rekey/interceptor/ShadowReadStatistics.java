package dev.rekey.interceptor;

import java.util.List;

/**
 * Sampled reads that were answered by both tables once more and compared, since the process
 * started.
 *
 * @param compared reads that both tables answered alike
 * @param mismatched reads that they answered differently, again after the time a write may take to
 *     reach both
 * @param unresolved reads whose rows changed with every look, or that one table did not answer
 * @param dropped sampled reads that were not compared because too many were waiting
 * @param queries by query, the most mismatched first; no more than 50
 */
public record ShadowReadStatistics(
    long compared, long mismatched, long unresolved, long dropped, List<Query> queries) {

  /** Copies the list. */
  public ShadowReadStatistics {
    queries = List.copyOf(queries);
  }

  /**
   * One query of the application.
   *
   * @param id the same in every process, for the same text
   * @param text without the values in it
   * @param samples rows that differed, as the bytes of their values in hexadecimal, shortened; no
   *     more than 3
   */
  public record Query(
      String id,
      String text,
      long compared,
      long mismatched,
      long unresolved,
      List<String> samples) {

    /** Copies the list. */
    public Query {
      samples = List.copyOf(samples);
    }
  }
}
