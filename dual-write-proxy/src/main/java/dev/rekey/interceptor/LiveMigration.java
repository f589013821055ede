package dev.rekey.interceptor;

import dev.rekey.control.Publication;
import dev.rekey.control.WriteMode;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.state.Phase;

/**
 * One migration as this process sees it now.
 *
 * @param gate counts the requests that run under exactly this publication
 */
record LiveMigration(
    KeyMapping mapping, Publication publication, WriteMode writeMode, EpochGate gate) {

  String name() {
    return mapping.migration();
  }

  Phase phase() {
    return publication.phase();
  }
}
