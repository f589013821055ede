package dev.rekey.orchestrator.plan;

import dev.rekey.core.mapping.TableShape;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A table as the planner sees it, whether read from a cluster or from a file.
 *
 * @param shape columns and key
 * @param options option name to its value in CQL, in order
 * @param features what else hangs on the table
 * @param origin where this was read, for the reader of the plan
 */
public record TableSchema(
    TableShape shape, Map<String, String> options, Features features, String origin) {

  /** How the origin of a schema that was read from a cluster begins. */
  public static final String LIVE = "cluster ";

  /** Copies the options, keeping their order. */
  public TableSchema {
    Objects.requireNonNull(shape, "shape");
    Objects.requireNonNull(features, "features");
    Objects.requireNonNull(origin, "origin");
    options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
  }

  /** The number of an option, or {@code otherwise} if the option is not given. */
  public long number(String option, long otherwise) {
    return number(options, option, otherwise);
  }

  static long number(Map<String, String> options, String option, long otherwise) {
    String value = options.get(option);
    if (value == null) {
      return otherwise;
    }
    try {
      return Long.parseLong(value.strip().replace("'", ""));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "Cannot read table option %s: '%s' is not a whole number".formatted(option, value), e);
    }
  }

  /** True if this was read from a cluster, so that what is not listed does not exist. */
  public boolean live() {
    return origin.startsWith(LIVE);
  }

  /** How the server lays the table out. */
  public enum Layout {
    /** Ordinary. */
    CQL,
    /** {@code WITH COMPACT STORAGE}. */
    COMPACT
  }

  /**
   * What hangs on a table besides its columns, by name.
   *
   * @param droppedColumns columns that once existed; not known from a file
   * @param maskedColumns columns with {@code MASKED WITH}
   */
  public record Features(
      Layout layout,
      List<String> views,
      List<String> indexes,
      List<String> triggers,
      List<String> droppedColumns,
      List<String> maskedColumns) {

    /** A table with nothing special about it. */
    public static final Features NONE =
        new Features(Layout.CQL, List.of(), List.of(), List.of(), List.of(), List.of());

    /** Copies the lists. */
    public Features {
      Objects.requireNonNull(layout, "layout");
      views = List.copyOf(views);
      indexes = List.copyOf(indexes);
      triggers = List.copyOf(triggers);
      droppedColumns = List.copyOf(droppedColumns);
      maskedColumns = List.copyOf(maskedColumns);
    }
  }
}
