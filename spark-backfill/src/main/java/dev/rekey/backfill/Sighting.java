package dev.rekey.backfill;

import dev.rekey.core.digest.Digest128;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A row as one read of its key showed it.
 *
 * @param content empty if the row is not there
 * @param expiries of its cells in order
 * @param image the row itself, empty if it is not there
 * @param slackSeconds by how much the expiries may be off, because the answer took that long
 */
record Sighting(
    Optional<Digest128> content,
    List<OptionalLong> expiries,
    Optional<RowImage> image,
    long slackSeconds) {

  Sighting {
    expiries = List.copyOf(expiries);
  }

  static Sighting absent() {
    return new Sighting(Optional.empty(), List.of(), Optional.empty(), 0);
  }

  boolean isPresent() {
    return content.isPresent();
  }

  /** Whether the two show the same values and writetimes. */
  boolean sameContent(Sighting other) {
    return content.equals(other.content);
  }

  /** Whether the cells, known to be the same, end within the tolerance of each other. */
  boolean sameExpiries(Sighting other, long toleranceSeconds) {
    long tolerance = toleranceSeconds + slackSeconds + other.slackSeconds;
    if (expiries.size() != other.expiries.size()) {
      return false;
    }
    for (int i = 0; i < expiries.size(); i++) {
      OptionalLong mine = expiries.get(i);
      OptionalLong theirs = other.expiries.get(i);
      if (mine.isPresent() != theirs.isPresent()
          || (mine.isPresent() && Math.abs(mine.getAsLong() - theirs.getAsLong()) > tolerance)) {
        return false;
      }
    }
    return true;
  }
}
