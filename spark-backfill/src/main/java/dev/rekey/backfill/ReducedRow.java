package dev.rekey.backfill;

import dev.rekey.core.digest.Digest128;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A row of either table in source-key terms.
 *
 * @param sourceKey the source key it has or belongs to
 * @param ownKey its key in the table it was read from
 * @param content values, with writetimes where they can be read
 * @param endings when its cells end
 */
record ReducedRow(
    List<ByteBuffer> sourceKey, List<ByteBuffer> ownKey, Digest128 content, Endings endings) {}
