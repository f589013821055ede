package dev.rekey.testkit;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of Cassandra, such as {@code 5.0.8}.
 *
 * @param text the full version, as Maven names it
 * @param major the first number
 * @param minor the second number
 */
public record CassandraVersion(String text, int major, int minor) {

  /** The system property that chooses the version when a builder or annotation does not. */
  public static final String PROPERTY = "rekey.test.cassandra.version";

  private static final Pattern FORM = Pattern.compile("(\\d+)\\.(\\d+)([.-][A-Za-z0-9.-]+)?");

  /** What a short version stands for: the patch release the testkit is tried with. */
  private static final Map<String, String> TRIED =
      Map.of("5.0", "5.0.8", "4.1", "4.1.10", "4.0", "4.0.19", "3.11", "3.11.19");

  public CassandraVersion {
    requireNonNull(text, "text is null");
    if (major < 3 || (major == 3 && minor < 11)) {
      throw new IllegalArgumentException(
          "Cannot boot Cassandra %s: the testkit knows 3.11 and later. Choose one of %s"
              .formatted(text, TRIED.keySet().stream().sorted().toList()));
    }
  }

  /**
   * Reads a version; a short one ({@code 4.1}) becomes the patch release the testkit is tried with.
   *
   * @throws IllegalArgumentException if it is not a version, or is older than 3.11
   */
  public static CassandraVersion parse(String version) {
    String full = TRIED.getOrDefault(version.strip(), version.strip());
    Matcher matcher = FORM.matcher(full);
    if (!matcher.matches() || matcher.group(3) == null) {
      throw new IllegalArgumentException(
          "Cannot read the Cassandra version '%s': it should look like 5.0.8, or be one of %s"
              .formatted(version, TRIED.keySet().stream().sorted().toList()));
    }

    return new CassandraVersion(
        full, Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  /**
   * The version of the system property {@value #PROPERTY}, else the one this build was made for.
   */
  public static CassandraVersion configured() {
    String chosen = System.getProperty(PROPERTY, "");
    return parse(chosen.isBlank() ? builtFor() : chosen);
  }

  private static String builtFor() {
    Properties properties = new Properties();
    try (InputStream in =
        CassandraVersion.class.getResourceAsStream("default-version.properties")) {
      properties.load(requireNonNull(in, "default-version.properties is not on the class path"));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read default-version.properties", e);
    }

    return properties.getProperty("cassandra.version");
  }

  boolean atLeast(int otherMajor, int otherMinor) {
    return major > otherMajor || (major == otherMajor && minor >= otherMinor);
  }

  @Override
  public String toString() {
    return text;
  }
}
