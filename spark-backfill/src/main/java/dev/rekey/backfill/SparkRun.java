package dev.rekey.backfill;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.spark.connector.cql.CassandraConnector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;

/**
 * The Spark application: the only place that knows Spark's API besides {@link CopyTask}'s types.
 */
final class SparkRun implements AutoCloseable {

  private final JavaSparkContext spark;
  private final CassandraConnector connector;
  private final boolean local;

  SparkRun(Options options) {
    SparkConf conf =
        new SparkConf()
            .setIfMissing("spark.master", options.master())
            .setIfMissing("spark.app.name", "rekey " + options.migration())
            .setIfMissing("spark.ui.enabled", "false")
            .setIfMissing("spark.cassandra.connection.keepAliveMS", "60000")
            .set("spark.cassandra.connection.host", String.join(",", options.contactPoints()))
            .set("spark.cassandra.connection.localDC", options.localDc());
    options.username().ifPresent(user -> conf.set("spark.cassandra.auth.username", user));
    options.password().ifPresent(word -> conf.set("spark.cassandra.auth.password", word));
    this.local = conf.get("spark.master").startsWith("local");
    if (local) {
      conf.setIfMissing("spark.driver.host", "127.0.0.1")
          .setIfMissing("spark.driver.bindAddress", "127.0.0.1");
    }
    this.connector = CassandraConnector.apply(conf);
    this.spark = new JavaSparkContext(conf);
  }

  /** A session of the driver; the caller closes it. */
  CqlSession openSession() {
    return connector.openSession();
  }

  CassandraConnector connector() {
    return connector;
  }

  JavaSparkContext context() {
    return spark;
  }

  /** How many tasks run at a time. */
  int parallelism() {
    return Math.max(1, spark.defaultParallelism());
  }

  /** Whether tasks run in this JVM. */
  boolean isLocal() {
    return local;
  }

  /**
   * Runs the work on every item, near its replicas, and waits; calls {@code everySecond} meanwhile.
   *
   * @throws IllegalStateException if Spark itself failed
   */
  <I extends Placed, T> List<T> run(List<I> items, Function<I, T> work, Runnable everySecond)
      throws InterruptedException {
    if (items.isEmpty()) {
      return List.of();
    }
    JavaFutureAction<List<T>> results = located(items).map(work).collectAsync();
    while (true) {
      try {
        return results.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        everySecond.run();
      } catch (ExecutionException | CancellationException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        throw new IllegalStateException(
            "Cannot finish the Spark job: " + cause.getMessage(), cause);
      }
    }
  }

  private <I extends Placed> JavaRDD<I> located(List<I> items) {
    List<Tuple2<I, Seq<String>>> placed = new ArrayList<>(items.size());
    for (I item : items) {
      placed.add(new Tuple2<>(item, CollectionConverters.asScala(item.hosts()).toList()));
    }
    return spark
        .sc()
        .makeRDD(
            CollectionConverters.asScala(placed).toList(), ClassTag$.MODULE$.<I>apply(Placed.class))
        .toJavaRDD();
  }

  @Override
  public void close() {
    spark.close();
  }
}
