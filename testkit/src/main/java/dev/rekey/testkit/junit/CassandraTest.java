package dev.rekey.testkit.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test class on real Cassandra.
 *
 * <p>Constructors and methods may take a {@link dev.rekey.testkit.CassandraCluster}, a {@link
 * TestKeyspace} and a {@code CqlSession}. All classes of one JVM that ask for the same version and
 * number of nodes share the servers and the session, and each gets a fresh keyspace. What a class
 * paused, stopped or killed is brought back after it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@ExtendWith(CassandraExtension.class)
public @interface CassandraTest {

  /** How many nodes, 1 to 3. */
  int nodes() default 1;

  /** Which version; empty means {@link dev.rekey.testkit.CassandraVersion#configured()}. */
  String version() default "";

  /** Settings of {@code cassandra.yaml} as {@code name=value}; they make a cluster of their own. */
  String[] settings() default {};
}
