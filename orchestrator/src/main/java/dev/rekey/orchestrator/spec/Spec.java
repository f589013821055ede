package dev.rekey.orchestrator.spec;

import dev.rekey.control.RowMarker;
import dev.rekey.control.TableName;
import dev.rekey.control.WriteMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What the spec file says, its parts parsed but not yet compared with the source table.
 *
 * @param name the migration
 * @param text the file's text, kept in the control keyspace
 * @param schemaFile as written, relative to the spec; empty if not named
 * @param source the table to re-key
 * @param target the table to create
 * @param rules target column to rule, in the order of the file
 * @param immutable regular columns declared write-once
 * @param policies decisions about what is not carried by itself
 * @param reads the application's SELECTs
 * @param writes the application's writes, as far as declared
 * @param limits bounds of the run
 */
public record Spec(
    String name,
    String text,
    Optional<String> schemaFile,
    TableName source,
    TargetSpec target,
    Map<String, String> rules,
    Set<String> immutable,
    Policies policies,
    List<SpecStatement> reads,
    List<SpecStatement> writes,
    Limits limits) {

  /** Whether the application uses lightweight transactions. */
  public enum Transactions {
    /** IF is not used on the table. */
    NONE,
    /** IF is used. */
    USED
  }

  /**
   * Decisions about what is not carried by itself.
   *
   * @param statics what becomes of static columns; empty if not decided
   * @param onCollision which row wins when several meet; empty if not decided
   * @param writeMode how a write reaches both tables
   */
  public record Policies(
      Optional<String> statics,
      Optional<String> onCollision,
      RowMarker rowMarker,
      Transactions transactions,
      WriteMode writeMode) {}

  /**
   * Bounds of the run.
   *
   * @param minInstances application instances that must be seen before dual writes begin
   * @param backfillRowsPerSecond empty for no limit
   * @param maxLag how far the follow leg may be behind
   * @param soak how long reads stay switched before the source may be retired
   */
  public record Limits(
      int minInstances, OptionalLong backfillRowsPerSecond, Duration maxLag, Duration soak) {

    /** What holds where the spec says nothing. */
    public static final Limits DEFAULT =
        new Limits(1, OptionalLong.empty(), Duration.ofSeconds(5), Duration.ofHours(24));
  }

  /** SHA-256 of the text, in hex. */
  public String checksum() {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Cannot compute a checksum: this JVM has no SHA-256", e);
    }
  }
}
