package dev.rekey.demo;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.rekey.control.InstanceRegistry;
import dev.rekey.control.MigrationStore;
import java.util.concurrent.locks.LockSupport;

/** The arrows of docs/ARCHITECTURE.md, on the one class path that has nearly every module. */
@AnalyzeClasses(packages = "dev.rekey", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule ARROWS =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("demo")
          .definedBy("dev.rekey.demo..")
          .layer("orchestrator")
          .definedBy("dev.rekey.orchestrator..")
          .layer("interceptor")
          .definedBy("dev.rekey.interceptor..")
          .layer("runbooks")
          .definedBy("dev.rekey.runbooks..")
          .layer("migrations")
          .definedBy("dev.rekey.migrations..")
          .layer("control")
          .definedBy("dev.rekey.control..")
          .layer("cql")
          .definedBy("dev.rekey.cql..")
          .layer("core")
          .definedBy("dev.rekey.core..")
          .layer("testkit")
          .definedBy("dev.rekey.testkit..")
          .whereLayer("demo")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("orchestrator")
          .mayOnlyBeAccessedByLayers("demo")
          .whereLayer("interceptor")
          .mayOnlyBeAccessedByLayers("demo")
          .whereLayer("testkit")
          .mayOnlyBeAccessedByLayers("demo")
          .whereLayer("runbooks")
          .mayOnlyBeAccessedByLayers("orchestrator", "demo")
          .whereLayer("migrations")
          .mayOnlyBeAccessedByLayers("orchestrator", "demo")
          .whereLayer("cql")
          .mayOnlyBeAccessedByLayers("interceptor", "orchestrator", "demo")
          .whereLayer("control")
          .mayOnlyBeAccessedByLayers("interceptor", "orchestrator", "demo")
          .whereLayer("core")
          .mayOnlyBeAccessedByLayers("cql", "control", "interceptor", "orchestrator", "demo");

  @ArchTest
  static final ArchRule MODULES_HAVE_NO_CYCLES =
      slices().matching("dev.rekey.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule ANTLR_STAYS_IN_THE_GRAMMAR =
      noClasses()
          .that(not(resideInAnyPackage("dev.rekey.cql..")))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.antlr..");

  @ArchTest
  static final ArchRule ONLY_THE_ORCHESTRATOR_WRITES_MIGRATIONS =
      noClasses()
          .that(not(resideInAnyPackage("dev.rekey.orchestrator..", "dev.rekey.control..")))
          .should()
          .callMethodWhere(
              com.tngtech.archunit.core.domain.JavaCall.Predicates.target(
                      com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner(
                          com.tngtech.archunit.core.domain.JavaClass.Predicates.type(
                              MigrationStore.class)))
                  .and(
                      com.tngtech.archunit.core.domain.JavaCall.Predicates.target(
                          com.tngtech.archunit.core.domain.properties.HasName.Predicates
                              .nameMatching("create|update|takeOver|remove"))))
          .because("whoever else writes the state of a migration breaks its fencing");

  @ArchTest
  static final ArchRule INSTANCES_ARE_DECLARED_DEAD_BY_THE_ORCHESTRATOR_ALONE =
      noClasses()
          .that(not(resideInAnyPackage("dev.rekey.orchestrator..", "dev.rekey.control..")))
          .should()
          .callMethodWhere(
              com.tngtech.archunit.core.domain.JavaCall.Predicates.target(
                      com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner(
                          com.tngtech.archunit.core.domain.JavaClass.Predicates.type(
                              InstanceRegistry.class)))
                  .and(
                      com.tngtech.archunit.core.domain.JavaCall.Predicates.target(
                          com.tngtech.archunit.core.domain.properties.HasName.Predicates
                              .nameMatching("markDead|remove"))));

  @ArchTest
  static final ArchRule INTERCEPTOR_NEVER_BLOCKS_A_REQUEST =
      noClasses()
          .that(resideInAnyPackage("dev.rekey.interceptor.."))
          .should()
          .callMethod(Thread.class, "sleep", long.class)
          .orShould()
          .callMethod(LockSupport.class, "parkNanos", long.class);

  @ArchTest
  static final ArchRule NO_DATABIND_BELOW_THE_ORCHESTRATOR =
      classes()
          .that()
          .resideInAnyPackage(
              "dev.rekey.core..",
              "dev.rekey.cql..",
              "dev.rekey.control..",
              "dev.rekey.interceptor..")
          .should()
          .onlyDependOnClassesThat(
              not(resideInAnyPackage("com.fasterxml..", "org.yaml..", "picocli..")));
}
