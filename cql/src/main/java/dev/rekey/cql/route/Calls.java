package dev.rekey.cql.route;

import dev.rekey.cql.Span;
import dev.rekey.cql.Term;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The function calls of one statement: which are evaluated in the client, which may be left to the
 * server because they give the same result everywhere, and which may not be sent at all.
 */
final class Calls {
  private static final Set<String> SAME_EVERYWHERE =
      Set.of(
          "totimestamp",
          "to_timestamp",
          "todate",
          "to_date",
          "tounixtimestamp",
          "to_unix_timestamp",
          "dateof",
          "unixtimestampof",
          "mintimeuuid",
          "min_timeuuid",
          "maxtimeuuid",
          "max_timeuuid",
          "fromjson",
          "from_json");

  /** More functions of one row, which may be asked for but are not needed in keys. */
  private static final Set<String> SCALAR =
      Set.of(
          "token",
          "now",
          "uuid",
          "currenttimestamp",
          "current_timestamp",
          "currentdate",
          "current_date",
          "currenttime",
          "current_time",
          "currenttimeuuid",
          "current_timeuuid",
          "tojson",
          "to_json",
          "abs",
          "exp",
          "log",
          "log10",
          "round",
          "floor",
          "map_keys",
          "map_values",
          "collection_count",
          "collection_min",
          "collection_max",
          "collection_sum",
          "collection_avg",
          "similarity_cosine",
          "similarity_euclidean",
          "similarity_dot_product",
          "mask_null",
          "mask_default",
          "mask_replace",
          "mask_inner",
          "mask_outer",
          "mask_hash");

  private static final Pattern BLOB_CONVERSION =
      Pattern.compile("[a-z]+asblob|blobas[a-z]+|[a-z]+_as_blob|blob_as_[a-z]+");

  private final String text;
  private final Map<Span, Hole.Evaluated> evaluated = new LinkedHashMap<>();

  Calls(String text) {
    this.text = text;
  }

  /**
   * Looks at one value of a write.
   *
   * @return the refusal, if a call in it may give each table its own result
   */
  Optional<Routing.Refused> collect(Term term) {
    if (term instanceof Term.FunctionCall call) {
      return collectCall(call);
    }
    if (term instanceof Term.Cast || term instanceof Term.Arithmetic) {
      return term.containsFunctionCall() ? Optional.of(refused(term)) : Optional.empty();
    }
    for (Term child : term.children()) {
      Optional<Routing.Refused> refusal = collect(child);
      if (refusal.isPresent()) {
        return refusal;
      }
    }
    return Optional.empty();
  }

  private Optional<Routing.Refused> collectCall(Term.FunctionCall call) {
    Optional<ClientFunction> function = ClientFunction.ofCall(call.span().of(text));
    if (function.isPresent()) {
      evaluated.computeIfAbsent(
          call.span(), span -> new Hole.Evaluated(span.start(), function.get()));
      return Optional.empty();
    }
    boolean system = call.keyspace().map("system"::equals).orElse(true);
    boolean known =
        system
            && (SAME_EVERYWHERE.contains(call.name())
                || BLOB_CONVERSION.matcher(call.name()).matches());
    boolean nested = call.arguments().stream().anyMatch(Term::containsFunctionCall);
    return known && !nested ? Optional.empty() : Optional.of(refused(call));
  }

  /** Whether the server's own function of that name works on one row; false if not known. */
  static boolean isScalar(Term.FunctionCall call) {
    boolean system = call.keyspace().map("system"::equals).orElse(true);
    return system
        && (SAME_EVERYWHERE.contains(call.name())
            || SCALAR.contains(call.name())
            || BLOB_CONVERSION.matcher(call.name()).matches());
  }

  /** The hole of a call that is evaluated in the client. */
  Optional<Hole.Evaluated> hole(Term.FunctionCall call) {
    return Optional.ofNullable(evaluated.get(call.span()));
  }

  boolean isEmpty() {
    return evaluated.isEmpty();
  }

  void edit(Edits edits) {
    evaluated.forEach(edits::replace);
  }

  private Routing.Refused refused(Term term) {
    return new Routing.Refused(
        RefusalCode.FUNCTION,
        "%s may give each table a result of its own".formatted(term.span().of(text)),
        "compute the value in the application and bind it");
  }
}
