package dev.rekey.migrations;

import java.util.List;

/** What is to run, and everything that speaks against it. Nothing runs if anything does. */
record Plan(List<Step> steps, List<String> problems) {
  Plan {
    steps = List.copyOf(steps);
    problems = List.copyOf(problems);
  }
}
