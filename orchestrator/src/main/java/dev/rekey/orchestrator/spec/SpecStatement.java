package dev.rekey.orchestrator.spec;

import java.util.Optional;

/**
 * A statement the application sends, as the spec declares it.
 *
 * @param id the spec's own name for it, e.g. Q1
 * @param cql the text as the application sends it, naming the source
 * @param volume how often, as written; empty if not said
 * @param consistency the consistency level's name
 */
public record SpecStatement(String id, String cql, Optional<String> volume, String consistency) {

  /** The level used where the spec names none. */
  public static final String DEFAULT_CONSISTENCY = "LOCAL_QUORUM";
}
