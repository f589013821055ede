package dev.rekey.cql.route;

import java.nio.ByteBuffer;

/** What one execution of a statement brings along. */
public interface Bindings {

  /** The value bound to the application's marker, from 0 in the order of the text. */
  BoundValue marker(int index);

  /** The value of a call, the same every time it is asked for during one execution. */
  ByteBuffer evaluated(Hole.Evaluated call);
}
