package dev.rekey.interceptor;

import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.core.mapping.TableShape;
import dev.rekey.cql.Batch;
import dev.rekey.cql.CqlParser;
import dev.rekey.cql.CqlSyntaxException;
import dev.rekey.cql.Modification;
import dev.rekey.cql.ParsedStatement;
import dev.rekey.cql.Select;
import dev.rekey.cql.Term;
import dev.rekey.cql.route.Router;
import dev.rekey.cql.route.Routing;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What statements mean under a set of mappings. Parsing and routing depend on text and mapping
 * only, so both are done once per text and kept, up to a bound.
 */
final class Understanding {
  private static final int MAX_TEXTS = 5_000;

  private final List<KeyMapping> mappings;
  private final TableNames names;
  private final Map<TextKey, Understood> texts = new ConcurrentHashMap<>();
  private final Map<String, Boolean> mentions = new ConcurrentHashMap<>();

  private record TextKey(String text, String keyspace) {}

  private Understanding(List<KeyMapping> mappings) {
    this.mappings = List.copyOf(mappings);
    Set<String> tables = new HashSet<>();
    for (KeyMapping mapping : mappings) {
      for (TableShape shape : List.of(mapping.source(), mapping.target())) {
        tables.add(shape.table());
      }
    }
    this.names = new TableNames(tables);
  }

  static Understanding none() {
    return new Understanding(List.of());
  }

  Understanding forMappings(List<KeyMapping> others) {
    return mappings.equals(others) ? this : new Understanding(others);
  }

  boolean isEmpty() {
    return mappings.isEmpty();
  }

  /** Whether the text may be about a migrating table; false is certain. */
  boolean mentions(String text) {
    return names.isIn(text);
  }

  /** The same for texts that come again and again, as those of prepared statements do. */
  boolean mentionsPrepared(String text) {
    Boolean known = mentions.get(text);
    if (known == null) {
      known = names.isIn(text);
      makeRoom(mentions);
      mentions.put(text, known);
    }
    return known;
  }

  Understood understand(String text, String keyspace) {
    TextKey key = new TextKey(text, keyspace);
    Understood known = texts.get(key);
    if (known == null) {
      known = read(text, keyspace);
      makeRoom(texts);
      texts.put(key, known);
    }
    return known;
  }

  /** Crude, and enough: an application has a bounded number of texts, or binds no values. */
  private static void makeRoom(Map<?, ?> cache) {
    if (cache.size() >= MAX_TEXTS) {
      cache.clear();
    }
  }

  private Understood read(String text, String keyspace) {
    ParsedStatement statement;
    try {
      statement = CqlParser.parse(text);
    } catch (CqlSyntaxException e) {
      return Understood.unparsable(mappings.get(0).migration(), e);
    }
    Understood understood = Understood.otherTable();
    for (KeyMapping mapping : mappings) {
      Routing routing = Router.route(text, statement, mapping, keyspace);
      if (!(routing instanceof Routing.PassThrough)) {
        understood =
            understood.and(mapping.migration(), routing, kind(statement), markerNames(statement));
      }
    }
    return understood;
  }

  private static Understood.Kind kind(ParsedStatement statement) {
    if (statement instanceof Select) {
      return Understood.Kind.READ;
    }
    return statement instanceof Modification || statement instanceof Batch
        ? Understood.Kind.WRITE
        : Understood.Kind.OTHER;
  }

  private static List<String> markerNames(ParsedStatement statement) {
    List<String> markerNames = new ArrayList<>();
    for (Term.Marker marker : statement.markers()) {
      markerNames.add(marker.name().orElse(""));
    }
    return markerNames;
  }
}
