package dev.rekey.orchestrator.verb;

import java.util.Optional;
import java.util.function.Function;

/**
 * How the operator confirms what cannot be taken back.
 *
 * @param given on the command line; empty if not
 * @param ask puts a question to whoever sits at the terminal; empty answer if nobody does
 */
public record Confirmation(Optional<String> given, Function<String, Optional<String>> ask) {

  /** What was given, or else what is typed now. */
  Optional<String> answer(String question) {
    return given.or(() -> ask.apply(question));
  }
}
