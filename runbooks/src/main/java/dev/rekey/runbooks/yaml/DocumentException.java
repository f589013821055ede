package dev.rekey.runbooks.yaml;

import java.util.List;
import java.util.stream.Collectors;

/** A document that cannot be used; carries every mistake found, in the order of the file. */
public final class DocumentException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<Mistake> mistakes;

  /** Sorts the mistakes by position; a mistake found twice is kept once. */
  public DocumentException(String name, List<Mistake> mistakes) {
    super(message(name, sorted(mistakes)));
    this.mistakes = sorted(mistakes);
  }

  /** At least one, in the order of the file. */
  public List<Mistake> mistakes() {
    return mistakes;
  }

  private static List<Mistake> sorted(List<Mistake> mistakes) {
    return mistakes.stream().distinct().sorted().toList();
  }

  private static String message(String name, List<Mistake> mistakes) {
    String count = mistakes.size() == 1 ? "1 mistake" : mistakes.size() + " mistakes";
    return mistakes.stream()
        .map(mistake -> "  " + name + ":" + mistake)
        .collect(Collectors.joining("\n", "Cannot use " + name + ": " + count + "\n", ""));
  }
}
