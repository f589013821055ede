package dev.rekey.cql.route;

/** The values bound to a statement, not its text, make it impossible to serve it exactly. */
public final class UnroutableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Routing.Refused refusal;

  UnroutableException(RefusalCode code, String reason, String remedy) {
    super(reason + "; " + remedy);
    this.refusal = new Routing.Refused(code, reason, remedy);
  }

  public Routing.Refused refusal() {
    return refusal;
  }
}
