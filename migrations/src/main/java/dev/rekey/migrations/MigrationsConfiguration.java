package dev.rekey.migrations;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Options of {@link Migrations}. {@code keyspace} and {@code locations} must be given. */
public final class MigrationsConfiguration {
  static final Duration HISTORY_TIMEOUT = Duration.ofSeconds(10);

  private final CqlSession session;
  private Optional<String> keyspace = Optional.empty();
  private Optional<Map<String, String>> replication = Optional.empty();
  private List<String> locations = List.of();
  private String owner = Owners.current();
  private Map<String, String> placeholders = Map.of();
  private Duration lease = LeasedLock.DEFAULT_LEASE;
  private Duration lockWait = Duration.ofMinutes(2);
  private Duration maxClockSkew = LeasedLock.DEFAULT_MAX_CLOCK_SKEW;
  private Duration statementTimeout = Duration.ofMinutes(1);
  private Duration agreementTimeout = Duration.ofMinutes(1);
  private LeaseClock clock = LeaseClock.system();
  private ClassLoader classLoader = MigrationsConfiguration.class.getClassLoader();

  MigrationsConfiguration(CqlSession session) {
    this.session = Objects.requireNonNull(session, "session");
  }

  /** Keyspace that holds the lock and the history; its name as it is, not quoted. */
  public MigrationsConfiguration keyspace(String value) {
    keyspace = Optional.of(value);
    return this;
  }

  /**
   * Replication if the keyspace must be created, e.g. {@code class → NetworkTopologyStrategy, dc1 →
   * 3}. Default: NetworkTopologyStrategy, in every data centre three replicas or as many as it has
   * nodes. An existing keyspace is left as it is.
   */
  public MigrationsConfiguration replication(Map<String, String> value) {
    replication = Optional.of(Map.copyOf(value));
    return this;
  }

  /**
   * Where the scripts are: {@code classpath:some/directory}, a directory, or a file. Directories
   * below are not entered.
   */
  public MigrationsConfiguration locations(String... value) {
    locations = List.of(value);
    return this;
  }

  /** Who runs, for people: {@code who@host}. Default: user@host and process id. */
  public MigrationsConfiguration owner(String value) {
    owner = Objects.requireNonNull(value, "owner");
    return this;
  }

  /**
   * Values for {@code ${name}}, without line breaks. They are not part of a checksum. {@code
   * keyspace} is always defined.
   */
  public MigrationsConfiguration placeholders(Map<String, String> value) {
    placeholders = Map.copyOf(value);
    return this;
  }

  /** Length of the lock's lease. Default 30 s. */
  public MigrationsConfiguration lease(Duration value) {
    lease = Objects.requireNonNull(value, "lease");
    return this;
  }

  /** How long to wait for another runner. Default 2 minutes. */
  public MigrationsConfiguration lockWait(Duration value) {
    lockWait = Objects.requireNonNull(value, "lockWait");
    return this;
  }

  /** See {@link LeasedLock.Builder#maxClockSkew}. Default 30 s. */
  public MigrationsConfiguration maxClockSkew(Duration value) {
    maxClockSkew = Objects.requireNonNull(value, "maxClockSkew");
    return this;
  }

  /** Client timeout of each statement of a script. Default 1 minute. */
  public MigrationsConfiguration statementTimeout(Duration value) {
    statementTimeout = Objects.requireNonNull(value, "statementTimeout");
    return this;
  }

  /** How long to wait for schema agreement after each change. Default 1 minute. */
  public MigrationsConfiguration agreementTimeout(Duration value) {
    agreementTimeout = Objects.requireNonNull(value, "agreementTimeout");
    return this;
  }

  /** Clocks to use. Default: this machine's. */
  public MigrationsConfiguration clock(LeaseClock value) {
    clock = Objects.requireNonNull(value, "clock");
    return this;
  }

  /** Loader for {@code classpath:} locations. Default: that of this class. */
  public MigrationsConfiguration classLoader(ClassLoader value) {
    classLoader = Objects.requireNonNull(value, "classLoader");
    return this;
  }

  /**
   * Reads and checks the scripts; sends nothing.
   *
   * @throws ScriptRefusedException naming every mistake in them
   */
  public Migrations load() {
    String name =
        keyspace.orElseThrow(
            () -> new MigrationException("Cannot load migrations: no keyspace. Call keyspace(…)."));
    if (!name.matches("\\w{1,48}")) {
      throw new MigrationException(
          "Cannot use keyspace '%s': a name is 1 to 48 letters, digits and underscores"
              .formatted(name));
    }
    if (locations.isEmpty()) {
      throw new MigrationException("Cannot load migrations: no location. Call locations(…).");
    }
    Map<String, String> values = new LinkedHashMap<>();
    values.put("keyspace", CqlIdentifier.fromInternal(name).asCql(true));
    values.putAll(placeholders);
    List<ScriptFile> files = new ArrayList<>();
    for (String location : locations) {
      files.addAll(new Locations(classLoader).files(location));
    }
    List<Script> scripts = new ScriptLoader(new Placeholders(values)).load(files);
    return new Migrations(settings(name), scripts);
  }

  private Settings settings(String name) {
    return new Settings(
        session,
        name,
        replication,
        owner,
        lease,
        lockWait,
        maxClockSkew,
        statementTimeout,
        agreementTimeout,
        clock);
  }
}
