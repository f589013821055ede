package dev.rekey.core.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TokenRangesTest {
  @Property(tries = 300)
  void splittingTheRingTilesIt(@ForAll @IntRange(min = 1, max = 5000) int parts) {
    List<TokenRange> pieces = TokenRanges.WHOLE.split(parts);
    assertThat(pieces).hasSize(parts);
    TokenRanges.requireTiling(pieces);
  }

  @Property(tries = 500)
  void whatIsDoneAndWhatIsLeftTileTheRing(@ForAll @Size(max = 12) List<Long> ends) {
    List<Long> sorted = ends.stream().distinct().sorted().toList();
    List<TokenRange> done = new java.util.ArrayList<>();
    for (int i = 0; i + 1 < sorted.size(); i += 2) {
      done.add(new TokenRange(sorted.get(i), sorted.get(i + 1)));
    }
    List<TokenRange> all =
        new java.util.ArrayList<>(TokenRanges.minus(List.of(TokenRanges.WHOLE), done));
    all.addAll(TokenRanges.normalise(done));
    TokenRanges.requireTiling(all);
  }

  @Property
  void unwrappingKeepsEveryToken(@ForAll long start, @ForAll long end, @ForAll long token) {
    boolean wraps = start >= end;
    boolean inside = wraps ? token > start || token <= end : token > start && token <= end;
    boolean covered = TokenRanges.unwrap(start, end).stream().anyMatch(r -> r.covers(token));
    // Long.MIN_VALUE is no key's token.
    assertThat(covered).isEqualTo(inside && token != Long.MIN_VALUE);
  }

  @Test
  void aGapOrAnOverlapIsNamed() {
    assertThatThrownBy(
            () ->
                TokenRanges.requireTiling(
                    List.of(new TokenRange(Long.MIN_VALUE, 0), new TokenRange(5, Long.MAX_VALUE))))
        .hasMessage("Cannot scan the ring: a gap between 0 and 5");
    assertThatThrownBy(
            () ->
                TokenRanges.requireTiling(
                    List.of(new TokenRange(Long.MIN_VALUE, 5), new TokenRange(0, Long.MAX_VALUE))))
        .hasMessageContaining("an overlap");
    assertThatThrownBy(() -> TokenRanges.requireTiling(List.of())).hasMessageContaining("a gap");
    assertThatThrownBy(() -> new TokenRange(5, 5)).hasMessageContaining("must lie before the end");
  }

  @Test
  void tokensAreThoseOfCassandra() {
    // SELECT token(k) of text keys, as Cassandra 5.0 prints them.
    assertThat(token("123")).isEqualTo(-7468325962851647638L);
    assertThat(token("\u00a0\u00a0")).isNotEqualTo(token("\u00a0"));
    assertThat(Murmur3.token(ByteBuffer.allocate(0))).isZero();
  }

  @Test
  void severalComponentsAreComposedAsCassandraStoresThem() {
    ByteBuffer key =
        PartitionKeys.compose(
            List.of(ByteBuffer.wrap(new byte[] {7}), ByteBuffer.wrap(new byte[] {1, 2})));
    byte[] bytes = new byte[key.remaining()];
    key.get(bytes);
    assertThat(bytes).containsExactly(0, 1, 7, 0, 0, 2, 1, 2, 0);
  }

  private static long token(String key) {
    return Murmur3.token(ByteBuffer.wrap(key.getBytes(StandardCharsets.UTF_8)));
  }
}
