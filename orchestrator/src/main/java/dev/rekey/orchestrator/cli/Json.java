package dev.rekey.orchestrator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Results for programs; the command lines in them are as they are, without added options. */
final class Json {

  private Json() {}

  static void print(Terminal terminal, Object data) {
    try {
      terminal
          .out()
          .println(new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(data));
      terminal.out().flush();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot print the result as JSON", e);
    }
  }
}
