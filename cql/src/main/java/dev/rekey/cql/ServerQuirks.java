package dev.rekey.cql;

import dev.rekey.cql.grammar.CqlSyntax;
import java.util.List;

/**
 * Texts that fit the grammar and that the server's parser refuses all the same, because it decides
 * by the next few words where ours looks at the whole.
 */
final class ServerQuirks {
  private ServerQuirks() {}

  /**
   * @throws CqlSyntaxException where the server would refuse
   */
  static void check(CqlSyntax.RequestContext request) {
    CqlSyntax.SelectContext select = request.statement().select();
    if (select == null) {
      return;
    }
    star(select.projection());
    if (!request.SEMICOLON().isEmpty() && select.groupBy() != null) {
      lastGroup(select);
    }
  }

  /** After SELECT, {@code DISTINCT *} and {@code JSON *} are never a product with a column. */
  private static void star(CqlSyntax.ProjectionContext projection) {
    if (projection.selector().isEmpty()) {
      return;
    }
    CqlSyntax.SelectionProductContext first =
        projection.selector(0).selection().selectionProduct(0);
    boolean word = first.selectionFactor(0).getText().matches("(?i)distinct|json");
    if (word && first.getChildCount() > 1 && first.getChild(1).getText().equals("*")) {
      throw SyntaxErrors.at(first, "FROM must follow the star");
    }
  }

  /** An element or a field that ends the statement must not be followed by a semicolon. */
  private static void lastGroup(CqlSyntax.SelectContext select) {
    boolean ends =
        select.orderBy() == null
            && select.perPartitionLimit() == null
            && select.limit() == null
            && select.allowFiltering() == null;
    if (!ends) {
      return;
    }
    List<CqlSyntax.SelectionContext> groups = select.groupBy().selection();
    CqlSyntax.SelectionProductContext product = last(last(groups).selectionProduct());
    CqlSyntax.SelectionFactorContext factor = last(product.selectionFactor());
    boolean step = !factor.selectionStep().isEmpty();
    if (step && !(factor.selectionAtom() instanceof CqlSyntax.SelectionTupleContext)) {
      throw SyntaxErrors.at(factor, "no semicolon may follow an element or a field");
    }
  }

  private static <T> T last(List<T> list) {
    return list.get(list.size() - 1);
  }
}
