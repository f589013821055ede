package dev.rekey.demo;

import java.nio.file.Path;
import java.util.List;

/** What a user can type next. */
final class Instructions {
  private Instructions() {}

  /** The whole migration, by hand. */
  static void afterSetup(DemoConsole console, DemoFiles files, String address) {
    String spec = relative(files.spec());
    console.title("Server, data and application are up; nothing is migrated");
    console.say("address   %s   (any CQL client; no password)", address);
    console.say("log       %s", relative(files.log()));
    console.say("");
    console.say("Migrate by hand, in another terminal:");
    for (List<String> step :
        List.of(
            List.of("init"),
            List.of("plan", spec),
            List.of("start", spec),
            List.of("dual-write", Demo.MIGRATION),
            List.of("backfill", Demo.MIGRATION),
            List.of("verify", Demo.MIGRATION),
            List.of("switch-reads", Demo.MIGRATION),
            List.of("status", Demo.MIGRATION),
            List.of("rollback", Demo.MIGRATION),
            List.of("verify", Demo.MIGRATION),
            List.of("switch-reads", Demo.MIGRATION),
            List.of("retire", Demo.MIGRATION),
            List.of("drop", Demo.MIGRATION))) {
      console.say("  ./rekey %s --contact-point %s", String.join(" ", step), address);
    }
    console.say("");
    console.say("Ctrl-C ends application and server.");
  }

  /** Where to look around. */
  static void afterMigration(DemoConsole console, String address) {
    console.title("Server and application stay up until Ctrl-C");
    console.say("address   %s", address);
    console.say("  ./rekey status %s --contact-point %s", Demo.MIGRATION, address);
    console.say("  ./rekey history %s --contact-point %s", Demo.MIGRATION, address);
  }

  private static Path relativeTo(Path path) {
    Path here = Path.of("").toAbsolutePath();
    return path.startsWith(here) ? here.relativize(path) : path;
  }

  static String relative(Path path) {
    return relativeTo(path).toString();
  }
}
