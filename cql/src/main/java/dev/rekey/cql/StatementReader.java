package dev.rekey.cql;

import dev.rekey.cql.grammar.CqlSyntax;
import dev.rekey.cql.grammar.CqlTokens;
import java.util.Locale;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.TerminalNode;

/** Finds out which statement it is and has it read. */
final class StatementReader {

  private final DmlReader dml;
  private final DdlReader ddl;

  StatementReader(String text) {
    this.dml = new DmlReader(text);
    this.ddl = new DdlReader(text);
  }

  ParsedStatement read(CqlSyntax.StatementContext context) {
    ParserRuleContext statement = (ParserRuleContext) context.getChild(0);

    return switch (statement.getRuleIndex()) {
      case CqlSyntax.RULE_select -> dml.select((CqlSyntax.SelectContext) statement);
      case CqlSyntax.RULE_insert -> dml.insert((CqlSyntax.InsertContext) statement);
      case CqlSyntax.RULE_update -> dml.update((CqlSyntax.UpdateContext) statement);
      case CqlSyntax.RULE_delete -> dml.delete((CqlSyntax.DeleteContext) statement);
      case CqlSyntax.RULE_batch -> dml.batch((CqlSyntax.BatchContext) statement);
      case CqlSyntax.RULE_truncate -> truncate((CqlSyntax.TruncateContext) statement);
      case CqlSyntax.RULE_use -> use((CqlSyntax.UseContext) statement);
      case CqlSyntax.RULE_otherStatement -> other((CqlSyntax.OtherStatementContext) statement);
      default -> schema(statement);
    };
  }

  private Ddl schema(ParserRuleContext statement) {
    return switch (statement.getRuleIndex()) {
      case CqlSyntax.RULE_createKeyspace ->
          ddl.createKeyspace((CqlSyntax.CreateKeyspaceContext) statement);
      case CqlSyntax.RULE_createTable -> ddl.createTable((CqlSyntax.CreateTableContext) statement);
      case CqlSyntax.RULE_createType -> ddl.createType((CqlSyntax.CreateTypeContext) statement);
      case CqlSyntax.RULE_createIndex -> ddl.createIndex((CqlSyntax.CreateIndexContext) statement);
      case CqlSyntax.RULE_createView -> ddl.createView((CqlSyntax.CreateViewContext) statement);
      case CqlSyntax.RULE_alterKeyspace ->
          ddl.alterKeyspace((CqlSyntax.AlterKeyspaceContext) statement);
      case CqlSyntax.RULE_alterTable -> ddl.alterTable((CqlSyntax.AlterTableContext) statement);
      case CqlSyntax.RULE_alterType -> ddl.alterType((CqlSyntax.AlterTypeContext) statement);
      case CqlSyntax.RULE_alterView -> ddl.alterView((CqlSyntax.AlterViewContext) statement);
      case CqlSyntax.RULE_drop -> ddl.drop((CqlSyntax.DropContext) statement);
      default ->
          throw new IllegalStateException(
              "Cannot read a statement: the grammar knows it, the reader does not ("
                  + CqlSyntax.ruleNames[statement.getRuleIndex()]
                  + ")");
    };
  }

  private Truncate truncate(CqlSyntax.TruncateContext context) {
    return new Truncate(dml.table(context.tableName()), dml.span(context));
  }

  private Use use(CqlSyntax.UseContext context) {
    return new Use(dml.name(context.name()), dml.span(context));
  }

  private OtherStatement other(CqlSyntax.OtherStatementContext context) {
    String kind =
        context.otherHead().children.stream()
            .map(TerminalNode.class::cast)
            .filter(word -> !isReplacement(word))
            .map(word -> word.getText().toUpperCase(Locale.ROOT))
            .collect(Collectors.joining(" "));

    return new OtherStatement(kind, dml.span(context));
  }

  private static boolean isReplacement(TerminalNode word) {
    int type = word.getSymbol().getType();

    return type == CqlTokens.K_OR || type == CqlTokens.K_REPLACE;
  }
}
