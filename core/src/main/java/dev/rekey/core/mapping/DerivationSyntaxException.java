package dev.rekey.core.mapping;

/** A rule of a spec is not a derivation. */
public final class DerivationSyntaxException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final int offset;

  public DerivationSyntaxException(String message, int offset) {
    super(message);
    this.offset = offset;
  }

  /** Place in the rule's text, from 0. */
  public int offset() {
    return offset;
  }
}
