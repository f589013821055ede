package dev.rekey.cql.route;

/** A place in rewritten text, shown as {@code ?}, and where its value comes from. */
public sealed interface Hole {

  /** The value the application bound to its own marker number {@code index}, from 0. */
  record Marker(int index) implements Hole {}

  /**
   * The call that stands at offset {@code call} of the application's text and must have one value
   * in both tables and therefore is evaluated in the client.
   */
  record Evaluated(int call, ClientFunction function) implements Hole {}

  /** A key column of the target that differs from one expanded statement to the next. */
  record Computed(String column) implements Hole {}

  /** The object of an INSERT JSON with the target's names and computed columns. */
  record TargetJson() implements Hole {}

  /** The clustering value of the last row the application has seen. */
  record LastSeen() implements Hole {}

  /** How many rows of the application's LIMIT are left. */
  record RowsLeft() implements Hole {}

  /** The seconds to live that a write sent again later still has. */
  record SecondsToLive() implements Hole {}
}
