package dev.rekey.testkit;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The end of a server's log, for messages and reports. */
public final class LogTail {

  /** In characters; the rest is cut. Cassandra prints its whole configuration in one line. */
  private static final int LONGEST_LINE = 400;

  /** Room for that one line, so that it does not crowd out the others. */
  private static final int ROOM = 64 * 1024;

  private LogTail() {}

  /**
   * The last lines of a file, oldest first; a sentence instead of them if it cannot be read.
   *
   * @param lines how many lines at most
   */
  public static String of(Path file, int lines) {
    if (!Files.exists(file)) {
      return "(no log at " + file + ")";
    }

    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      long wanted = Math.min(in.length(), (long) lines * LONGEST_LINE + ROOM);
      in.seek(in.length() - wanted);
      byte[] bytes = new byte[(int) wanted];
      in.readFully(bytes);
      List<String> all = new String(bytes, StandardCharsets.UTF_8).lines().toList();
      return all.subList(Math.max(0, all.size() - lines), all.size()).stream()
          .map(line -> line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + "…" : line)
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      return "(cannot read " + file + ": " + e.getMessage() + ")";
    }
  }
}
