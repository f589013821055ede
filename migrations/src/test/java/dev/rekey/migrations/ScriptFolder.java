package dev.rekey.migrations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory of scripts that a test fills. */
record ScriptFolder(Path path) {
  ScriptFolder put(String name, String text) {
    try {
      Files.writeString(path.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  String location() {
    return path.toString();
  }
}
