package dev.rekey.orchestrator.plan;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of the oldest node, as far as options and functions depend on it. */
public record ServerVersion(int major, int minor) implements Comparable<ServerVersion> {

  /** Assumed where no cluster was asked. */
  public static final ServerVersion ASSUMED = new ServerVersion(5, 0);

  private static final Pattern TEXT = Pattern.compile("(\\d+)\\.(\\d+).*");

  /** Reads {@code 4.1.10}; empty if the text does not start with two numbers. */
  public static Optional<ServerVersion> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    return matcher.matches()
        ? Optional.of(
            new ServerVersion(
                Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  /** True if this is the given version or a later one. */
  public boolean atLeast(int otherMajor, int otherMinor) {
    return compareTo(new ServerVersion(otherMajor, otherMinor)) >= 0;
  }

  @Override
  public int compareTo(ServerVersion other) {
    int byMajor = Integer.compare(major, other.major);
    return byMajor != 0 ? byMajor : Integer.compare(minor, other.minor);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
