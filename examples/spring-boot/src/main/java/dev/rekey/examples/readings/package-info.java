/**
 * A Spring Boot application on the table {@code telemetry.readings}. It knows nothing of Rekey: the
 * interceptor comes by a dependency in its {@code pom.xml}, options by {@code cassandra.conf}.
 */
package dev.rekey.examples.readings;
