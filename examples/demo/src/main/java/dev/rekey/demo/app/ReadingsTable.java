package dev.rekey.demo.app;

/** The application's table: one partition per sensor, which grows for ever. */
public final class ReadingsTable {
  /** Its name in its keyspace. */
  public static final String NAME = "readings";

  private ReadingsTable() {}

  /** The statement that creates it. */
  public static String ddl(String keyspace) {
    return """
        CREATE TABLE %s.%s (
          sensor_id text,
          ts timestamp,
          value double,
          unit text,
          quality int,
          note text,
          tags set<text>,
          PRIMARY KEY (sensor_id, ts)
        )"""
        .formatted(keyspace, NAME);
  }
}
