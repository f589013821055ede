package dev.rekey.testkit;

/** How servers come to be. */
public enum Backend {
  /** Child processes with jars that Maven resolves. Needs no Docker. */
  EMBEDDED("embedded"),
  /** The official image through Testcontainers, one node only. Needs a Docker engine. */
  TESTCONTAINERS("testcontainers");

  /** The system property that chooses for tests with {@code @CassandraTest}. */
  public static final String PROPERTY = "rekey.test.cassandra";

  private final String word;

  Backend(String word) {
    this.word = word;
  }

  /** The word for people and for {@value #PROPERTY}. */
  public String word() {
    return word;
  }

  /**
   * What the system property {@value #PROPERTY} says; default {@link #EMBEDDED}.
   *
   * @throws IllegalArgumentException if it says something else
   */
  public static Backend configured() {
    String chosen = System.getProperty(PROPERTY, "").strip();
    for (Backend backend : values()) {
      if (backend.word.equals(chosen)) {
        return backend;
      }
    }
    if (chosen.isEmpty()) {
      return EMBEDDED;
    }

    throw new IllegalArgumentException(
        "Cannot run tests on '%s': set -D%s to %s or %s"
            .formatted(chosen, PROPERTY, EMBEDDED.word, TESTCONTAINERS.word));
  }
}
