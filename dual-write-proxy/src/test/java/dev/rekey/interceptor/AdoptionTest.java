package dev.rekey.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import com.datastax.oss.driver.internal.core.cql.CqlPrepareSyncProcessor;
import com.datastax.oss.driver.internal.core.session.BuiltInRequestProcessors;
import com.datastax.oss.driver.internal.core.session.RequestProcessor;
import com.datastax.oss.driver.internal.core.session.RequestProcessorRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AdoptionTest {

  /** A driver of ours, or of a line that has one processor less than we know. */
  private static final class Context extends DefaultDriverContext {
    private final boolean complete;

    Context(DriverConfigLoader loader, boolean complete) {
      super(loader, ProgrammaticArguments.builder().build());
      this.complete = complete;
    }

    @Override
    protected RequestProcessorRegistry buildRequestProcessorRegistry() {
      List<RequestProcessor<?, ?>> processors =
          new ArrayList<>(BuiltInRequestProcessors.createDefaultProcessors(this));
      processors.removeIf(
          processor -> !complete && processor.getClass() == CqlPrepareSyncProcessor.class);
      return new RequestProcessorRegistry(
          "test", processors.toArray(new RequestProcessor<?, ?>[0]));
    }
  }

  @Test
  void everyProcessorOfStatementsIsReplacedAndTheOthersStay() {
    Context context = new Context(DriverConfigLoader.programmaticBuilder().build(), true);
    List<String> before = classes(context);
    assertThat(Adoption.into(context)).isPresent();
    assertThat(Interception.of(context.getRequestProcessorRegistry())).isPresent();
    List<String> after = classes(context);
    assertThat(after).hasSameSizeAs(before).contains(InterceptedRequests.class.getName());
    assertThat(after).contains(InterceptedPrepares.class.getName());
  }

  @Test
  void theSecondListenerFindsTheFirstOnesWork() {
    Context context = new Context(DriverConfigLoader.programmaticBuilder().build(), true);
    assertThat(Adoption.into(context)).isPresent();
    Optional<Interception> first = Interception.of(context.getRequestProcessorRegistry());
    assertThat(Adoption.into(context)).isPresent();
    assertThat(Interception.of(context.getRequestProcessorRegistry())).isEqualTo(first);
  }

  @Test
  void aDriverWithOtherProcessorsIsRefusedWholly() {
    Context context = new Context(DriverConfigLoader.programmaticBuilder().build(), false);
    List<String> before = classes(context);
    assertThatThrownBy(() -> Adoption.into(context))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageMatching(
            "Cannot put the interceptor into driver 4\\.[0-9.]+: it does not use"
                + " \\[com\\.datastax\\.oss\\.driver\\.internal\\.core\\.cql\\.CqlPrepareSyncProcessor\\];"
                + " use a driver between 4\\.17 and 4\\.19, or set rekey\\.enabled to false and wrap the session by RekeySession\\.wrap");
    assertThat(classes(context)).as("not half an interceptor").isEqualTo(before);
  }

  @Test
  void aSessionThatIsSwitchedOffKeepsTheDriversOwn() {
    Context context =
        new Context(
            DriverConfigLoader.programmaticBuilder()
                .withBoolean(RekeyDriverOption.ENABLED, false)
                .build(),
            true);
    List<String> before = classes(context);
    assertThat(Adoption.into(context)).isEmpty();
    assertThat(classes(context)).isEqualTo(before);
  }

  @Test
  void theConfigurationSaysTheOptions() {
    RekeyOptions options =
        ConfiguredOptions.of(
                DriverConfigLoader.fromString(
                        "datastax-java-driver.rekey { application = ingest, lease = 20 s, poll-interval = 200 ms, follow-timeout = 3 s }")
                    .getInitialConfig())
            .options();
    assertThat(options)
        .isEqualTo(
            new RekeyOptions(
                "ingest", Duration.ofSeconds(20), Duration.ofMillis(200), Duration.ofSeconds(3)));
  }

  @Test
  void whatItDoesNotSayHasItsDefault() {
    assertThat(ConfiguredOptions.of(DriverConfigLoader.fromString("").getInitialConfig()).options())
        .isEqualTo(RekeyOptions.defaults());
    assertThat(
            ConfiguredOptions.of(
                    DriverConfigLoader.fromString(
                            "datastax-java-driver.basic.application.name = billing")
                        .getInitialConfig())
                .options()
                .application())
        .isEqualTo("billing");
  }

  private static List<String> classes(Context context) {
    List<String> names = new ArrayList<>();
    context
        .getRequestProcessorRegistry()
        .getProcessors()
        .forEach(processor -> names.add(processor.getClass().getName()));
    return names;
  }
}
