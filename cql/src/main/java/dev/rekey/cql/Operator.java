package dev.rekey.cql;

/** Comparison in a WHERE or IF. */
public enum Operator {
  EQ("="),
  LT("<"),
  LTE("<="),
  GT(">"),
  GTE(">="),
  NEQ("!=");

  private final String sign;

  Operator(String sign) {
    this.sign = sign;
  }

  /** As it is written in CQL. */
  public String sign() {
    return sign;
  }
}
