package dev.rekey.core.mapping;

/** How far the new key is from the old one; decides what a re-key needs. */
public enum KeyChange {
  /** Every new key column is an old key column or a pure function of old key columns. */
  A("new key columns come from the old key: every full-key statement maps without a read"),
  /** A new key column comes from a regular column: statements that lack it need a read. */
  B("a new key column comes from a regular column: it must never change once written"),
  /** An old key column is missing from the new key: several old rows may meet on one new key. */
  D("old key columns are missing from the new key: rows may collide");

  private final String meaning;

  KeyChange(String meaning) {
    this.meaning = meaning;
  }

  /** One sentence for operators. */
  public String meaning() {
    return meaning;
  }
}
