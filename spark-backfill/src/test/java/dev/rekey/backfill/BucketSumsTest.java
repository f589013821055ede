package dev.rekey.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rekey.core.digest.Digest128;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BucketSumsTest {

  private static final Digest128 CONTENT = new Digest128(1, -1);

  @Test
  void countsDuplicatesWhichWouldCancelUnderXor() {
    BucketSums once = new BucketSums(4);
    once.add(row(CONTENT, Endings.NONE));
    BucketSums twice = new BucketSums(4);
    twice.add(once);
    twice.add(once);

    assertThat(once.unequal(twice, 1).cardinality()).isEqualTo(1);
    assertThat(twice.rows()).isEqualTo(2);
    assertThat(twice.total()).isEqualTo(new Digest128(3, -2));
  }

  @Test
  void endsThatDifferByASecondAreOnlyNearlyEqual() {
    BucketSums source = sums(1000);
    assertThat(source.unequal(sums(1000), 1).isEmpty()).isTrue();
    assertThat(source.nearlyEqual(sums(1000), 1).isEmpty()).isTrue();
    assertThat(source.unequal(sums(1001), 1).isEmpty()).isTrue();
    assertThat(source.nearlyEqual(sums(1001), 1).cardinality()).isEqualTo(1);
  }

  @Test
  void endsThatDriftAreUnequal() {
    assertThat(sums(1000).unequal(sums(1003), 1).cardinality()).isEqualTo(1);
    assertThat(sums(1000).nearlyEqual(sums(1003), 1).isEmpty()).isTrue();
  }

  @Test
  void cellThatEndsOnOneSideOnlyIsUnequal() {
    BucketSums immortal = new BucketSums(1);
    immortal.add(row(CONTENT, Endings.NONE));
    assertThat(sums(1000).unequal(immortal, 1).cardinality()).isEqualTo(1);
  }

  private static BucketSums sums(long second) {
    BucketSums sums = new BucketSums(1);
    sums.add(
        row(CONTENT, new Endings(new Digest128(5, 5), new Digest128(second, 7), 2, 2 * second)));
    return sums;
  }

  private static ReducedRow row(Digest128 content, Endings endings) {
    return new ReducedRow(List.of(ByteBuffer.allocate(4)), List.of(), content, endings);
  }
}
