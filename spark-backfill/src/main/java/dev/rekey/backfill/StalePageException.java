package dev.rekey.backfill;

/** A page was held so long that its rows must be read again before they may be written. */
final class StalePageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StalePageException(long ageMillis, long limitMillis) {
    super(
        "Cannot write rows read %d ms ago: the limit is %d ms; the range is read again"
            .formatted(ageMillis, limitMillis));
  }
}
