package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Builds a session with the interceptor inside. Everything the driver's own builder offers is
 * there; the session is handed out only when this process is registered with the fleet and knows
 * the phase of every migration.
 */
public final class RekeySessionBuilder extends CqlSessionBuilder {

  private RekeyOptions options = RekeyOptions.defaults();

  RekeySessionBuilder() {}

  /** Must come before the driver's own options, whose methods return the driver's type. */
  public RekeySessionBuilder withRekey(RekeyOptions newOptions) {
    this.options = Objects.requireNonNull(newOptions, "newOptions");
    return this;
  }

  @Override
  protected DriverContext buildContext(
      DriverConfigLoader configLoader, ProgrammaticArguments arguments) {
    return new RekeyDriverContext(configLoader, arguments, options);
  }

  @Override
  protected CqlSession wrap(CqlSession session) {
    return new InterceptedSession((DefaultSession) session, contextOf(session));
  }

  /** Registers with the fleet before anybody can send a statement. */
  @Override
  public CompletionStage<CqlSession> buildAsync() {
    return super.buildAsync()
        .thenCompose(session -> contextOf(session).open((InterceptedSession) session));
  }

  private static RekeyDriverContext contextOf(CqlSession session) {
    return (RekeyDriverContext) session.getContext();
  }
}
