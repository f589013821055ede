package dev.rekey.orchestrator.engine;

/** Hears what a verb does while it does it. */
public interface Narrator {

  /** Something happened. */
  void say(String line);

  /** Where a long step stands; replaces the last such line where that is possible. */
  void progress(String line);
}
