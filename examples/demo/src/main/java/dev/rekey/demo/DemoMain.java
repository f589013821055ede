package dev.rekey.demo;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code rekey demo}. */
@Command(
    name = "rekey demo",
    mixinStandardHelpOptions = true,
    description =
        "Boots a Cassandra of its own, fills a table with a partition that is far too large, lets an"
            + " application write and read it, and re-keys it meanwhile. Checks every acknowledged"
            + " write and exits with 0 only if nothing failed and nothing was lost.")
public final class DemoMain implements Callable<Integer> {
  private static final int INTERNAL_ERROR = 20;

  @Mixin private DemoOptions options;

  private DemoMain() {}

  /** The process's entry point. */
  public static void main(String[] arguments) {
    DemoFiles files = DemoFiles.find();
    // Before anybody asks for a logger.
    System.setProperty("logback.configurationFile", "demo-logback.xml");
    System.setProperty("rekey.demo.log", files.log().toString());
    CommandLine commandLine = new CommandLine(new DemoMain());
    commandLine.setExecutionExceptionHandler(
        (error, command, parsed) -> {
          System.err.println(error.getMessage());
          System.err.println("  next: read " + files.log() + ", and run the demo again");
          return INTERNAL_ERROR;
        });
    System.exit(commandLine.execute(arguments));
  }

  @Override
  public Integer call() {
    DemoFiles files = DemoFiles.find();
    DemoConsole console = DemoConsole.system();
    try (Demo demo = new Demo(options, files, console)) {
      Runtime.getRuntime().addShutdownHook(new Thread(demo::closeInHook, "demo-shutdown"));
      return demo.run();
    }
  }
}
