package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A small application in a process of its own, with a real driver and the packaged jar on its class
 * path. Two sessions, one by the one line and one by configuration alone, do what they are told on
 * standard input, and end with it.
 *
 * <p>Arguments: address, port, data centre, keyspace, table.
 */
final class DriverLineProgram {
  private static final Instant TS = Instant.parse("2024-05-01T12:00:00Z");

  private final CqlSession session;
  private final String how;
  private final String insert;
  private final String select;
  private final PreparedStatement prepared;

  private DriverLineProgram(String how, CqlSessionBuilder builder, String[] arguments) {
    this.how = how;
    this.session =
        builder
            .addContactPoint(new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1])))
            .withLocalDatacenter(arguments[2])
            .withKeyspace(arguments[3])
            .build();
    this.insert = "INSERT INTO %s (sensor, ts, note) VALUES (?, ?, ?)".formatted(arguments[4]);
    this.select =
        "SELECT note, writetime(note) FROM %s WHERE sensor = ? AND ts = ?".formatted(arguments[4]);
    this.prepared = session.prepare(insert);
  }

  public static void main(String[] arguments) {
    try {
      obey(arguments);
    } catch (Exception e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1); // The driver's threads would keep a broken process alive.
    }
  }

  private static void obey(String[] arguments) throws Exception {
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    DriverLineProgram one = new DriverLineProgram("line", RekeySession.builder(), arguments);
    DriverLineProgram other =
        new DriverLineProgram("configuration", CqlSession.builder(), arguments);
    say("ready with " + CqlSession.OSS_DRIVER_COORDINATES.getVersion());
    for (String command = commands.readLine(); command != null; command = commands.readLine()) {
      String round = command.substring(command.indexOf(' ') + 1);
      if (command.startsWith("write ")) {
        say("wrote " + (one.write(round) + other.write(round)));
      } else {
        say("read " + (one.read(round) + other.read(round)));
      }
    }
    one.session.close();
    other.session.close();
  }

  private static void say(String line) {
    System.out.println(line);
  }

  /** Every way to a server; returns how many rows were written. */
  private int write(String round) throws Exception {
    session.execute(insert, sensor("simple", round), TS, round);
    session.execute(
        SimpleStatement.newInstance(
            insert.replaceFirst("\\?, \\?, \\?", ":s, :t, :n"),
            Map.of("s", sensor("named", round), "t", TS, "n", round)));
    session.execute(prepared.bind(sensor("prepared", round), TS, round));
    session
        .executeAsync(prepared.bind(sensor("async", round), TS, round))
        .toCompletableFuture()
        .join();
    session.execute(
        BatchStatement.newInstance(
            BatchType.UNLOGGED,
            prepared.bind(sensor("batch", round), TS, round),
            SimpleStatement.newInstance(insert, sensor("batch2", round), TS, round)));
    session.execute(
        "BEGIN BATCH %s; %s; APPLY BATCH".formatted(insert, insert),
        sensor("text", round),
        TS,
        round,
        sensor("text2", round),
        TS,
        round);
    Reactive.rows(session.executeReactive(prepared.bind(sensor("reactive", round), TS, round)));
    return 9;
  }

  /** Reads what {@link #write} wrote, by three ways; returns how many rows were right. */
  private int read(String round) throws Exception {
    PreparedStatement reading = session.prepare(select);
    int right = 0;
    for (String way :
        List.of(
            "simple",
            "named",
            "prepared",
            "async",
            "batch",
            "batch2",
            "text",
            "text2",
            "reactive")) {
      String sensor = sensor(way, round);
      var sync = session.execute(reading.bind(sensor, TS)).one();
      var async = session.executeAsync(select, sensor, TS).toCompletableFuture().join().one();
      var reactive = Reactive.rows(session.executeReactive(reading.bind(sensor, TS)));
      boolean same =
          sync != null
              && round.equals(sync.getString("note"))
              && async != null
              && async.getLong(1) == sync.getLong(1)
              && reactive.size() == 1
              && reactive.get(0).getLong(1) == sync.getLong(1);
      right += same ? 1 : 0;
    }
    return right;
  }

  private String sensor(String way, String round) {
    return how + "-" + way + "-" + round;
  }
}
