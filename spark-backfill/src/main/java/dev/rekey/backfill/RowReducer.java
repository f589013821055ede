package dev.rekey.backfill;

import dev.rekey.core.digest.Digest128;
import dev.rekey.core.digest.RowDigest;
import dev.rekey.core.state.Leg;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reduces rows of either table to the same form, so that equal rows have equal digests.
 *
 * <p>A target row that does not lie where its source key belongs never equals anything.
 */
final class RowReducer {

  private final CopyPlan plan;
  private final KeyInverse inverse;
  private final Leg side;

  RowReducer(CopyPlan plan, KeyInverse inverse, Leg side) {
    this.plan = plan;
    this.inverse = inverse;
    this.side = side;
  }

  ReducedRow reduce(RowImage row) {
    if (side == Leg.SOURCE) {
      List<ByteBuffer> key = inverse.ofSource(row);
      return new ReducedRow(key, key, content(key, row, Optional.empty()), endings(key, row));
    }
    List<ByteBuffer> sourceKey = inverse.ofTarget(row);
    List<ByteBuffer> ownKey = inverse.targetKey(row);
    boolean inPlace = inverse.placeOf(sourceKey).filter(ownKey::equals).isPresent();
    Digest128 content = content(sourceKey, row, inPlace ? Optional.empty() : Optional.of(ownKey));
    return new ReducedRow(sourceKey, ownKey, content, endings(sourceKey, row));
  }

  private Digest128 content(
      List<ByteBuffer> sourceKey, RowImage row, Optional<List<ByteBuffer>> misplacedAt) {
    RowDigest digest = new RowDigest();
    add(digest, "key", sourceKey);
    for (Cell cell : row.cells()) {
      Slot slot = plan.slots().get(cell.slot());
      String name = slot.field().map(f -> slot.column() + "." + f).orElse(slot.column());
      digest.add(name, Optional.of(cell.value()), cell.writetime());
    }
    misplacedAt.ifPresent(key -> add(digest, "misplaced at", key));
    return digest.finish();
  }

  private static Endings endings(List<ByteBuffer> sourceKey, RowImage row) {
    long cells = 0;
    long sum = 0;
    for (Cell cell : row.cells()) {
      cells += cell.expirySecond().isPresent() ? 1 : 0;
      sum += cell.expirySecond().orElse(0);
    }
    if (cells == 0) {
      return Endings.NONE;
    }
    RowDigest pattern = new RowDigest();
    RowDigest exact = new RowDigest();
    add(pattern, "key", sourceKey);
    add(exact, "key", sourceKey);
    for (Cell cell : row.cells()) {
      String name = cell.expirySecond().isPresent() ? "ends" : "stays";
      pattern.add(name, Optional.empty(), OptionalLong.empty());
      exact.add(name, Optional.empty(), cell.expirySecond());
    }
    return new Endings(pattern.finish(), exact.finish(), cells, sum);
  }

  private static void add(RowDigest digest, String name, List<ByteBuffer> key) {
    for (ByteBuffer part : key) {
      digest.add(name, Optional.of(part), OptionalLong.empty());
    }
  }
}
