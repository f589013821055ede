package dev.rekey.cql.route;

import dev.rekey.cql.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Changes to one piece of the application's text, by offsets; everything that is not changed stays
 * character for character, comments included.
 */
final class Edits {
  private record Edit(Span span, int order, Template replacement) {}

  private final String text;
  private final Span region;
  private final List<Edit> edits = new ArrayList<>();

  Edits(String text, Span region) {
    this.text = text;
    this.region = region;
  }

  Edits replace(Span span, String replacement) {
    return replace(span, new Template.Builder().text(replacement).build());
  }

  Edits replace(Span span, Hole hole) {
    return replace(span, new Template.Builder().hole(hole).build());
  }

  /** Replaces what an earlier edit of the same span said. */
  Edits override(Span span, Hole hole) {
    edits.removeIf(edit -> edit.span().equals(span));
    return replace(span, hole);
  }

  /** Several insertions at one place keep the order in which they were asked for. */
  Edits insert(int offset, Template insertion) {
    return replace(new Span(offset, offset), insertion);
  }

  Edits replace(Span span, Template replacement) {
    edits.add(new Edit(span, edits.size(), replacement));
    return this;
  }

  /**
   * An edit inside another one is swallowed by the outer one; insertions come before what is there.
   */
  Template apply() {
    List<Edit> sorted = new ArrayList<>(edits);
    sorted.sort(
        Comparator.comparingInt((Edit e) -> e.span().start())
            .thenComparing(e -> e.span().start() != e.span().end())
            .thenComparing(e -> -e.span().end())
            .thenComparingInt(Edit::order));
    Template.Builder result = new Template.Builder();
    int at = region.start();
    for (Edit edit : sorted) {
      if (edit.span().start() < at) {
        continue;
      }
      result.text(text.substring(at, edit.span().start())).append(edit.replacement());
      at = edit.span().end();
    }
    return result.text(text.substring(at, region.end())).build();
  }
}
