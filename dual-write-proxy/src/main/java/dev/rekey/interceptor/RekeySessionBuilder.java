package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Builds a session with the interceptor inside. Everything the driver's own builder offers is
 * there; the session is handed out only when this process is registered with the fleet and knows
 * the phase of every migration.
 */
public final class RekeySessionBuilder extends CqlSessionBuilder {

  private Optional<RekeyOptions> options = Optional.empty();

  RekeySessionBuilder() {}

  /**
   * Instead of what the driver's configuration says under {@code rekey}. Must come before the
   * driver's own options, whose methods return the driver's type.
   */
  public RekeySessionBuilder withRekey(RekeyOptions newOptions) {
    this.options = Optional.of(newOptions);
    return this;
  }

  @Override
  protected DriverContext buildContext(
      DriverConfigLoader configLoader, ProgrammaticArguments arguments) {
    RekeyOptions chosen =
        options.orElseGet(() -> ConfiguredOptions.of(configLoader.getInitialConfig()).options());
    return new RekeyDriverContext(configLoader, arguments, chosen);
  }

  /** Registers with the fleet before anybody can send a statement. */
  @Override
  public CompletionStage<CqlSession> buildAsync() {
    return super.buildAsync()
        .thenCompose(session -> contextOf(session).open((DefaultSession) session));
  }

  private static RekeyDriverContext contextOf(CqlSession session) {
    return (RekeyDriverContext) session.getContext();
  }
}
