package dev.rekey.cql;

/**
 * A term whose bytes cannot be known here: no constant, not one of its type, or one that only the
 * server can read.
 */
public final class LiteralException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  LiteralException(Term term, CqlType type, String reason) {
    super("Cannot encode a value as " + type + ": " + reason + " (" + shown(term) + ")");
  }

  /** Values may be secret: a literal is shown by its kind only. */
  private static String shown(Term term) {
    String what =
        term instanceof Term.Literal literal
            ? literal.kind() + " literal"
            : term.getClass().getSimpleName();

    return what + " at offset " + term.span().start();
  }
}
