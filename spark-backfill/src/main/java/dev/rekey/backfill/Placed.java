package dev.rekey.backfill;

import java.io.Serializable;
import java.util.List;

/** Work that is best done near certain replicas. */
interface Placed extends Serializable {

  /** Addresses of the replicas. */
  List<String> hosts();
}
