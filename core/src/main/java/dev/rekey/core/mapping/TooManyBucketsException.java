package dev.rekey.core.mapping;

/** A range of the source covers more buckets of the target than the caller accepts. */
public final class TooManyBucketsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public TooManyBucketsException(String expression, long buckets, int limit) {
    super(
        "Cannot list the buckets of %s: the range covers %d of them, the limit is %d"
            .formatted(expression, buckets, limit));
  }
}
