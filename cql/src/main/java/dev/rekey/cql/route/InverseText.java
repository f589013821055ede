package dev.rekey.cql.route;

import dev.rekey.core.mapping.Derivation;
import dev.rekey.core.mapping.Identifiers;
import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.cql.Identifier;
import dev.rekey.cql.ParsedStatement;
import dev.rekey.cql.Span;
import dev.rekey.cql.Term;
import java.util.List;

/** Pieces of a statement that names the target, with the source's names in them. */
final class InverseText {
  private final String text;
  private final KeyMapping mapping;
  private final List<Term.Marker> markers;

  InverseText(String text, KeyMapping mapping, ParsedStatement statement) {
    this.text = text;
    this.mapping = mapping;
    this.markers = statement.markers();
  }

  /** A piece of the text in which these names are columns. */
  Template piece(Span span, List<Identifier> names) {
    Edits edits = edits(span);
    names.forEach(name -> edits.replace(name.span(), source(name.name())));
    return edits.apply();
  }

  /** The whole region, with its markers as holes. */
  Edits edits(Span region) {
    Edits edits = new Edits(text, region);
    for (Term.Marker marker : markers) {
      if (marker.span().start() >= region.start() && marker.span().end() <= region.end()) {
        edits.replace(marker.span(), new Hole.Marker(marker.index()));
      }
    }
    return edits;
  }

  /** A piece of the text as it is. */
  String original(Span span) {
    return span.of(text);
  }

  /** The source column that the target's column carries, quoted where needed. */
  String source(String targetColumn) {
    boolean known = mapping.target().column(targetColumn).isPresent();
    return known && mapping.rule(targetColumn) instanceof Derivation.Copy copy
        ? Identifiers.quoteIfNeeded(copy.column())
        : Identifiers.quoteIfNeeded(targetColumn);
  }
}
