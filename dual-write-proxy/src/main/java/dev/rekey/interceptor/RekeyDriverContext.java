package dev.rekey.interceptor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import com.datastax.oss.driver.internal.core.session.BuiltInRequestProcessors;
import com.datastax.oss.driver.internal.core.session.DefaultSession;
import com.datastax.oss.driver.internal.core.session.RequestProcessorRegistry;
import java.util.concurrent.CompletionStage;

/** The driver's context with our request processors in it: one per session. */
final class RekeyDriverContext extends DefaultDriverContext {

  private final Interception interception;

  RekeyDriverContext(
      DriverConfigLoader configLoader, ProgrammaticArguments arguments, RekeyOptions options) {
    super(configLoader, arguments);
    this.interception = Interception.inside(options);
  }

  @Override
  protected RequestProcessorRegistry buildRequestProcessorRegistry() {
    return new RequestProcessorRegistry(
        getSessionName(),
        Processors.replace(
            BuiltInRequestProcessors.createDefaultProcessors(this),
            new InterceptedRequests(interception),
            new InterceptedPrepares(interception, this)));
  }

  /** Completes when this process is registered and knows every phase; else closes the session. */
  CompletionStage<CqlSession> open(DefaultSession session) {
    return interception.open(session);
  }
}
