package dev.rekey.cql.route;

import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.cql.Term;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Where an INSERT JSON has its object.
 *
 * @param json a string literal or a marker
 * @param firstKey the index of the first key column among the values
 */
record JsonWrite(Term json, int firstKey, KeyMapping mapping) {

  /**
   * @throws UnroutableException if the object cannot be mirrored
   */
  JsonBindings of(Bindings application) {
    return new JsonBindings(application, text(application), mapping, firstKey);
  }

  private String text(Bindings application) {
    if (json instanceof Term.Literal literal) {
      return literal.text();
    }
    ByteBuffer bytes =
        application
            .marker(((Term.Marker) json).index())
            .bytes()
            .orElseThrow(
                () ->
                    new UnroutableException(
                        RefusalCode.NULL_KEY, "its JSON is null or not set", "bind a JSON object"));
    return StandardCharsets.UTF_8.decode(bytes).toString();
  }
}
