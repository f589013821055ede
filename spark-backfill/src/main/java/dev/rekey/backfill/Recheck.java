package dev.rekey.backfill;

import dev.rekey.core.state.Leg;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Looks again at keys that seemed to differ, until each is equal, surely different, or given up.
 *
 * <p>The two scans are not one moment, so a write between them looks like a difference. A
 * difference counts only if two looks at least {@code maxLag} apart show exactly the same on both
 * sides and the leading table did not change during either: a mirrored write that was under way at
 * the first look has arrived by the second. A key that changes at every look is unresolved.
 */
final class Recheck {

  /** What the looks came to. */
  record Verdict(Map<Candidate, Findings.Finding> confirmed, List<Candidate> unresolved) {}

  /**
   * When a difference counts.
   *
   * @param lead the table that reads use
   * @param maxLag how long it must stand
   * @param toleranceSeconds by how much the ends of equal cells may differ
   */
  record Rules(Leg lead, Duration maxLag, long toleranceSeconds) {}

  private static final int LOOKS = 8;
  private static final int AT_A_TIME = 64;

  private final KeyReader source;
  private final KeyReader target;
  private final KeyInverse inverse;
  private final Leg lead;
  private final Duration maxLag;
  private final long toleranceSeconds;
  private final Gate gate;

  Recheck(KeyReader source, KeyReader target, KeyInverse inverse, Rules rules, Gate gate) {
    this.source = source;
    this.target = target;
    this.inverse = inverse;
    this.lead = rules.lead();
    this.maxLag = rules.maxLag();
    this.toleranceSeconds = rules.toleranceSeconds();
    this.gate = gate;
  }

  Verdict of(Collection<Candidate> candidates) throws InterruptedException {
    Map<Candidate, Findings.Finding> confirmed = new LinkedHashMap<>();
    Map<Candidate, Optional<Observation>> open = new LinkedHashMap<>();
    candidates.forEach(candidate -> open.put(candidate, Optional.empty()));
    for (int look = 1; look <= LOOKS && !open.isEmpty(); look++) {
      if (look > 1) {
        TimeUnit.MILLISECONDS.sleep(Math.max(50, maxLag.toMillis()));
      }
      Map<Candidate, Optional<Observation>> still = new LinkedHashMap<>();
      for (Map.Entry<Candidate, Observation> seen : look(open.keySet()).entrySet()) {
        Observation now = seen.getValue();
        Optional<Observation> before = open.get(seen.getKey());
        Optional<Difference> kind = now.difference(toleranceSeconds);
        if (kind.isEmpty()) {
          continue;
        }
        if (before.filter(b -> stands(b, now)).isPresent()) {
          confirmed.put(seen.getKey(), new Findings.Finding(kind.get(), now));
        } else {
          still.put(seen.getKey(), Optional.of(now));
        }
      }
      open.clear();
      open.putAll(still);
    }
    return new Verdict(confirmed, List.copyOf(open.keySet()));
  }

  private boolean stands(Observation before, Observation now) {
    return now.same(before)
        && now.difference(toleranceSeconds).equals(before.difference(toleranceSeconds))
        && now.atNanos() - before.atNanos() >= maxLag.toNanos();
  }

  private Map<Candidate, Observation> look(Collection<Candidate> candidates)
      throws InterruptedException {
    Map<Candidate, Observation> seen = new LinkedHashMap<>();
    List<Candidate> all = new ArrayList<>(candidates);
    for (int from = 0; from < all.size(); from += AT_A_TIME) {
      gate.pass();
      Map<Candidate, CompletableFuture<Observation>> answers = new LinkedHashMap<>();
      for (Candidate candidate : all.subList(from, Math.min(all.size(), from + AT_A_TIME))) {
        answers.put(candidate, observe(candidate).toCompletableFuture());
      }
      for (Map.Entry<Candidate, CompletableFuture<Observation>> answer : answers.entrySet()) {
        seen.put(answer.getKey(), joined(answer.getValue()));
      }
    }
    return seen;
  }

  private static Observation joined(CompletableFuture<Observation> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw new IllegalStateException("Cannot read a key again: " + e.getMessage(), e);
    }
  }

  private CompletionStage<Observation> observe(Candidate candidate) {
    long began = System.nanoTime();
    List<ByteBuffer> sourceKey = candidate.sourceKey();
    Optional<List<ByteBuffer>> place =
        candidate.strayKey().isPresent() ? candidate.strayKey() : inverse.placeOf(sourceKey);
    boolean stray = candidate.strayKey().isPresent();
    if (lead == Leg.SOURCE) {
      return source
          .read(sourceKey)
          .thenCompose(
              first ->
                  inTarget(place)
                      .thenCompose(
                          follow ->
                              source
                                  .read(sourceKey)
                                  .thenApply(
                                      again ->
                                          new Observation(
                                              again,
                                              follow,
                                              first.sameContent(again),
                                              stray,
                                              began))));
    }
    return inTarget(place)
        .thenCompose(
            first ->
                source
                    .read(sourceKey)
                    .thenCompose(
                        follow ->
                            inTarget(place)
                                .thenApply(
                                    again ->
                                        new Observation(
                                            follow,
                                            again,
                                            first.sameContent(again),
                                            stray,
                                            began))));
  }

  private CompletionStage<Sighting> inTarget(Optional<List<ByteBuffer>> place) {
    return place
        .map(target::read)
        .orElseGet(() -> CompletableFuture.completedFuture(Sighting.absent()));
  }
}
