package dev.rekey.migrations;

import java.util.Optional;

/** Where lock rows live. Every write is conditional; plain and conditional writes never mix. */
interface LockStore {
  /** Answer to a conditional write. */
  enum Answer {
    APPLIED,
    REFUSED,
    /** No clear answer; the write may be applied, or still be on its way. */
    UNKNOWN
  }

  /** The row as of now, after completing any write that is half done. */
  Optional<LockRow> read(String name);

  /** Writes {@code row} if there is none of its name. */
  Answer insert(LockRow row);

  /** Writes {@code next} if the row's token, beat and holder are those of {@code expected}. */
  Answer replace(LockRow expected, LockRow next);
}
