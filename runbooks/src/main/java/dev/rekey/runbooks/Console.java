package dev.rekey.runbooks;

import java.util.Optional;

/** How the engine speaks to the operator and hears from him. */
public interface Console {

  /** Shows one line. */
  void say(String line);

  /**
   * Asks a question.
   *
   * @param expected the answer that confirms, so that one given beforehand can be found
   * @return what was typed or given beforehand; empty when nobody can answer
   */
  Optional<String> ask(String question, String expected);
}
