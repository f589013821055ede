package dev.rekey.examples.readings;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.control.InstanceRecord;
import dev.rekey.core.state.Phase;
import dev.rekey.interceptor.MigrationStatistics;
import dev.rekey.interceptor.RekeySession;
import dev.rekey.interceptor.Rekeying;
import dev.rekey.testkit.CassandraCluster;
import dev.rekey.testkit.junit.CassandraTest;
import dev.rekey.testkit.junit.TestKeyspace;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.cassandra.core.CassandraTemplate;
import org.springframework.data.cassandra.core.ReactiveCassandraTemplate;
import org.springframework.data.cassandra.core.query.Criteria;
import org.springframework.data.cassandra.core.query.Query;
import org.springframework.data.cassandra.core.query.Update;
import reactor.core.publisher.Flux;

/**
 * The application as it is, booted while its table is migrated: in every phase, what Spring Data's
 * repositories and templates and the driver's mapper write is in the tables it has to be in, cell
 * by cell, and what they read is what was written.
 */
@CassandraTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class ReadingsApplicationIT {
  private static final Instant TS = Instant.parse("2024-05-01T12:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);

  private Rekeying rekeying;
  private ConfigurableApplicationContext application;
  private Readings readings;
  private ReactiveReadings reactive;
  private CassandraTemplate template;
  private ReactiveCassandraTemplate reactiveTemplate;
  private ReadingDao dao;

  @BeforeAll
  void boot(CqlSession plain, CassandraCluster cluster, TestKeyspace keyspace) {
    rekeying = ReadingsMigration.create(plain, cluster, keyspace.name());
    InetSocketAddress node = cluster.contactPoints().get(0);
    application =
        SpringApplication.run(
            ReadingsApplication.class,
            "--spring.cassandra.contact-points=%s:%d"
                .formatted(node.getAddress().getHostAddress(), node.getPort()),
            "--spring.cassandra.keyspace-name=" + keyspace.name(),
            "--spring.cassandra.config=classpath:patient.conf");
    readings = application.getBean(Readings.class);
    reactive = application.getBean(ReactiveReadings.class);
    template = application.getBean(CassandraTemplate.class);
    reactiveTemplate = application.getBean(ReactiveCassandraTemplate.class);
    dao = new ReadingMapperBuilder(application.getBean(CqlSession.class)).build().readings();
  }

  @AfterAll
  void close() {
    application.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"DUAL", "DUAL_STRICT", "DUAL_READ_TARGET", "TARGET"})
  @Order(1)
  void whatIsWrittenIsWhereThePhaseSaysAndIsRead(Phase phase) {
    if (phase == Phase.DUAL) {
      writeAndRead(Phase.SOURCE); // Before: in the source alone.
      assertThat(rekeying.targetCells()).isEmpty();
      rekeying.publish(phase);
      writeAndRead(Phase.SOURCE); // In place of a backfill: the same keys again.
    } else {
      rekeying.publish(phase);
    }
    writeAndRead(phase);
    application
        .getBean(RecordReading.class)
        .run(new DefaultApplicationArguments("--sensor=runner", "--value=1.5"));
    if (phase == Phase.TARGET) {
      assertThat(rekeying.targetCells()).hasSizeGreaterThan(rekeying.sourceCells().size());
    } else {
      rekeying.assertTablesEqual();
    }
  }

  @Test
  @Order(2)
  void theApplicationIsInTheFleetUnderItsNameAndLeavesIt() {
    MigrationStatistics counts =
        RekeySession.statistics(application.getBean(CqlSession.class)).get("readings-by-day");
    assertThat(counts.mirrored()).isPositive();
    assertThat(counts.refused()).isZero();
    application.close();
    assertThat(rekeying.instances())
        .filteredOn(instance -> instance.process().application().equals("readings"))
        .singleElement()
        .matches(instance -> instance.status() == InstanceRecord.Status.CLOSED);
  }

  private void writeAndRead(Phase phase) {
    repositories(phase);
    reactively(phase);
    templates(phase);
    mapper(phase);
  }

  private void repositories(Phase phase) {
    readings.save(reading("repo", phase, "first"));
    readings.save(reading("repo", phase, "second"));
    readings.insert(reading("inserted", phase, "n"));
    readings.saveAll(List.of(reading("all1", phase, "n"), reading("all2", phase, "n")));
    readings.save(reading("gone", phase, "n"));
    readings.deleteById(key("gone", phase));

    assertThat(readings.findById(key("repo", phase))).contains(reading("repo", phase, "second"));
    assertThat(readings.existsById(key("inserted", phase))).isTrue();
    assertThat(readings.findById(key("gone", phase))).isEmpty();
    assertThat(readings.between("all1" + phase, TS, TS.plus(HOUR)))
        .containsExactly(reading("all1", phase, "n"));
  }

  private void reactively(Phase phase) {
    reactive.save(reading("reactive", phase, "n")).block();
    reactive
        .saveAll(Flux.just(reading("flux1", phase, "n"), reading("flux2", phase, "n")))
        .blockLast();
    reactive.save(reading("rgone", phase, "n")).block();
    reactive.deleteById(key("rgone", phase)).block();

    assertThat(reactive.findById(key("reactive", phase)).block())
        .isEqualTo(reading("reactive", phase, "n"));
    assertThat(reactive.findById(key("flux2", phase)).blockOptional()).isPresent();
    assertThat(reactive.findById(key("rgone", phase)).blockOptional()).isEmpty();
  }

  private void templates(Phase phase) {
    template.insert(reading("template", phase, "n"));
    template.update(one("template", phase), Update.update("note", "updated"), Reading.class);
    template
        .batchOps()
        .insert(reading("batch1", phase, "n"), reading("batch2", phase, "n"))
        .delete(reading("all2", phase, "n"))
        .execute();
    reactiveTemplate.insert(reading("rtemplate", phase, "n")).block();
    reactiveTemplate
        .batchOps()
        .insert(reading("rbatch1", phase, "n"), reading("rbatch2", phase, "n"))
        .execute()
        .block();

    assertThat(template.selectOne(one("template", phase), Reading.class))
        .isEqualTo(reading("template", phase, "updated"));
    assertThat(template.selectOneById(key("batch2", phase), Reading.class)).isNotNull();
    assertThat(template.exists(key("all2", phase), Reading.class)).isFalse();
    assertThat(reactiveTemplate.selectOneById(key("rbatch1", phase), Reading.class).block())
        .isEqualTo(reading("rbatch1", phase, "n"));
  }

  private void mapper(Phase phase) {
    dao.save(new ReadingEntity("dao" + phase, TS, 1.0, "n"));
    dao.update(new ReadingEntity("dao" + phase, TS, 2.0, "updated"));
    dao.saveLater(new ReadingEntity("later" + phase, TS, 1.0, "n")).toCompletableFuture().join();
    dao.save(new ReadingEntity("dgone" + phase, TS, 1.0, "n"));
    dao.delete("dgone" + phase, TS);

    assertThat(dao.find("dao" + phase, TS).getNote()).isEqualTo("updated");
    assertThat(dao.find("dgone" + phase, TS)).isNull();
    assertThat(dao.between("later" + phase, TS, TS.plus(HOUR)).all()).hasSize(1);
    assertThat(Flux.from(dao.findReactive("dao" + phase, TS)).blockFirst().getValue())
        .isEqualTo(2.0);
  }

  private static ReadingKey key(String sensor, Phase phase) {
    return new ReadingKey(sensor + phase, TS);
  }

  private static Reading reading(String sensor, Phase phase, String note) {
    return new Reading(key(sensor, phase), 1.0, 7, note);
  }

  private static Query one(String sensor, Phase phase) {
    return Query.query(Criteria.where("sensor_id").is(sensor + phase), Criteria.where("ts").is(TS));
  }
}
