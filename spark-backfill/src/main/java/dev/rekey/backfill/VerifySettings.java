package dev.rekey.backfill;

import java.time.Duration;
import java.util.Optional;

/**
 * The bounds of a verification.
 *
 * @param buckets into how many sums the keys are hashed
 * @param drillRows how many rows per side are looked at one by one in a round
 * @param maxLag how long a difference must stay before it counts; empty for the migration's own
 * @param evidenceLife how long the result may be believed
 * @param allowEmpty whether comparing no row at all may pass, if the source is really empty
 * @param toleranceSeconds by how much the ends of equal cells may differ
 * @param repair whether differences are made equal to the leading table
 */
record VerifySettings(
    int buckets,
    int drillRows,
    Optional<Duration> maxLag,
    Duration evidenceLife,
    long toleranceSeconds,
    boolean allowEmpty,
    boolean repair) {

  static final VerifySettings DEFAULT =
      new VerifySettings(16_384, 200_000, Optional.empty(), Duration.ofHours(24), 1, false, false);
}
