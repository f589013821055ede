package dev.rekey.interceptor;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A child process that answers one line for each line it is told, and ends with its input. */
final class ChildApplication implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 120;

  private final Process process;
  private final PrintStream commands;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  /**
   * @param classPath jars, folders and patterns such as {@code folder/*}
   * @param options of its virtual machine
   */
  ChildApplication(
      List<Path> classPath, List<String> options, Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add("-cp");
    command.add(String.join(File.pathSeparator, classPath.stream().map(Path::toString).toList()));
    command.add(main.getName());
    command.addAll(arguments);
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    Thread reader = new Thread(this::collect, "child-output");
    reader.setDaemon(true);
    reader.start();
  }

  private void collect() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        answers.add(line);
      }
    } catch (IOException e) {
      answers.add("cannot read the child's output: " + e);
    }
  }

  String tell(String command) throws InterruptedException {
    commands.println(command);
    return answer();
  }

  /** The next answer: logging of the child is not one. */
  String answer() throws InterruptedException {
    List<String> seen = new ArrayList<>();
    for (int second = 0; second < PATIENCE_SECONDS; second++) {
      boolean ended = !process.isAlive();
      for (String next = poll(); next != null; next = poll()) {
        if (next.matches("(ready|wrote|read) .*")) {
          return next;
        }
        seen.add(next);
      }
      if (ended) {
        break;
      }
    }
    throw new AssertionError("The child gave no answer, it said:\n" + String.join("\n", seen));
  }

  private String poll() throws InterruptedException {
    return answers.poll(1, TimeUnit.SECONDS);
  }

  /** Ends its input and waits for its end. */
  int end() throws InterruptedException {
    commands.close();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the child does not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
