package dev.rekey.testkit.junit;

import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.CassandraNode;
import dev.rekey.testkit.LogTail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestWatcher;

/** Does what {@link CassandraTest} says. */
final class CassandraExtension
    implements BeforeAllCallback,
        AfterAllCallback,
        ParameterResolver,
        TestWatcher,
        LifecycleMethodExecutionExceptionHandler {

  private static final Namespace NAMESPACE = Namespace.create(CassandraExtension.class);
  private static final String SESSION = "com.datastax.oss.driver.api.core.CqlSession";
  private static final int LINES = 400;

  @Override
  public void beforeAll(ExtensionContext context) {
    if (isNested(context)) {
      return; // shares the keyspace of the class around it
    }

    TestKeyspace keyspace = shared(context).createKeyspace(context.getRequiredTestClass());
    context.getStore(NAMESPACE).put(TestKeyspace.class, keyspace);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (!isNested(context)) {
      keyspace(context).ifPresent(shared(context)::leave);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == CassandraCluster.class
        || type == TestKeyspace.class
        || type.getName().equals(SESSION);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    if (type == CassandraCluster.class) {
      return shared(context).cluster();
    }
    if (type == TestKeyspace.class) {
      return keyspace(context).orElseThrow();
    }

    return shared(context).session();
  }

  @Override
  public void testSuccessful(ExtensionContext context) {
    shared(context).countRun();
  }

  @Override
  public void testFailed(ExtensionContext context, Throwable cause) {
    shared(context).countRun();
    saveLogs(context);
  }

  @Override
  public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable cause)
      throws Throwable {
    saveLogs(context);
    throw cause;
  }

  @Override
  public void testAborted(ExtensionContext context, Throwable cause) {
    shared(context).countSkipped();
  }

  @Override
  public void testDisabled(ExtensionContext context, Optional<String> reason) {
    shared(context).countSkipped();
  }

  private static SharedCluster shared(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(shape(context), SharedCluster::new, SharedCluster.class);
  }

  private static Shape shape(ExtensionContext context) {
    Class<?> outermost = context.getRequiredTestClass();
    while (!outermost.isAnnotationPresent(CassandraTest.class)
        && outermost.getEnclosingClass() != null) {
      outermost = outermost.getEnclosingClass();
    }
    CassandraTest asked = outermost.getAnnotation(CassandraTest.class);
    if (asked == null) {
      throw new ExtensionConfigurationException(
          "Cannot choose a cluster for %s: annotate it with @CassandraTest"
              .formatted(context.getRequiredTestClass().getName()));
    }

    return Shape.of(asked);
  }

  private static boolean isNested(ExtensionContext context) {
    return keyspace(context.getParent().orElseThrow()).isPresent();
  }

  private static Optional<TestKeyspace> keyspace(ExtensionContext context) {
    return Optional.ofNullable(
        context.getStore(NAMESPACE).get(TestKeyspace.class, TestKeyspace.class));
  }

  private static void saveLogs(ExtensionContext context) {
    String name =
        (context.getRequiredTestClass().getSimpleName() + "." + context.getDisplayName())
            .replaceAll("[^A-Za-z0-9.-]+", "_")
            .replaceAll("_$", "");
    try {
      Path folder = Files.createDirectories(Path.of("target", "cassandra-logs"));
      int number = 0;
      for (CassandraNode node : shared(context).cluster().nodes()) {
        Path copy = folder.resolve(name + "-node" + ++number + ".log");
        Files.writeString(copy, LogTail.of(node.logFile(), LINES) + "\n");
        System.out.printf("[rekey] The server's log at the failure of %s: %s%n", name, copy);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot save the servers' logs", e);
    }
  }
}
