package dev.rekey.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.rekey.core", importOptions = ImportOption.DoNotIncludeTests.class)
final class CoreArchitectureTest {
  @ArchTest
  static final ArchRule ONLY_THE_JDK =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "org.jspecify..", "dev.rekey.core..");

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("dev.rekey.core.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule NO_CLOCK_NO_CHANCE =
      noClasses()
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(java.time.Instant.class, "now")
          .orShould()
          .callMethod(java.util.UUID.class, "randomUUID")
          .because("core is pure: what it says must not depend on when it is asked");
}
