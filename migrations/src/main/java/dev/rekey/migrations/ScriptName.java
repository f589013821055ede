package dev.rekey.migrations;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a file name says: {@code V001__title.cql} or {@code R__title.cql}. */
record ScriptName(String file, ScriptKind kind, Optional<Version> version, String title) {
  static final String RULE = "V<number>__<title>.cql or R__<title>.cql";

  private static final String TITLE = "__([A-Za-z0-9][A-Za-z0-9_.-]*)\\.cql";
  private static final Pattern VERSIONED =
      Pattern.compile("V(\\d{1,18}(?:\\.\\d{1,18}){0,9})" + TITLE);
  private static final Pattern REPEATABLE = Pattern.compile("R" + TITLE);

  /** Empty if the name follows neither form. */
  static Optional<ScriptName> parse(String file) {
    Matcher versioned = VERSIONED.matcher(file);
    if (versioned.matches()) {
      Version version = Version.parse(versioned.group(1));
      return Optional.of(
          new ScriptName(
              file, ScriptKind.VERSIONED, Optional.of(version), readable(versioned.group(2))));
    }
    Matcher repeatable = REPEATABLE.matcher(file);
    if (repeatable.matches()) {
      return Optional.of(
          new ScriptName(
              file, ScriptKind.REPEATABLE, Optional.empty(), readable(repeatable.group(1))));
    }
    return Optional.empty();
  }

  private static String readable(String title) {
    return title.replace('_', ' ');
  }
}
