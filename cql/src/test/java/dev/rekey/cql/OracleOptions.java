package dev.rekey.cql;

import static dev.rekey.cql.CassandraOracle.field;

import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.cql3.Attributes;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.Term;
import org.apache.cassandra.cql3.statements.BatchStatement;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.cql3.statements.UpdateStatement;

/** The options of a statement as Cassandra's parser understood them; see {@link Shape#options}. */
final class OracleOptions {
  private OracleOptions() {}

  static List<String> of(CQLStatement.Raw raw) {
    List<String> options = new ArrayList<>();
    if (raw instanceof SelectStatement.RawStatement select) {
      addSelect(options, select);
    } else if (raw instanceof ModificationStatement.Parsed write) {
      addWrite(options, write);
    } else if (raw instanceof BatchStatement.Parsed) {
      options.add(CassandraOracle.<Enum<?>>field(raw, "type").name());
      addAttributes(options, field(raw, "attrs"));
      CassandraOracle.<List<ModificationStatement.Parsed>>field(raw, "parsedStatements")
          .forEach(child -> addWrite(options, child));
    }
    return options;
  }

  private static void addSelect(List<String> options, SelectStatement.RawStatement select) {
    if (select.parameters.isDistinct) {
      options.add("DISTINCT");
    }
    if (select.parameters.isJson) {
      options.add("JSON");
    }
    if (select.limit != null) {
      options.add("LIMIT " + number(select.limit));
    }
    if (select.perPartitionLimit != null) {
      options.add("PER PARTITION LIMIT " + number(select.perPartitionLimit));
    }
    if (!select.parameters.groups.isEmpty()) {
      options.add("GROUP BY " + select.parameters.groups.size());
    }
    for (Object ordering : select.parameters.orderings) {
      options.add("ORDER BY " + CassandraOracle.<Enum<?>>field(ordering, "direction").name());
    }
    if (select.parameters.allowFiltering) {
      options.add("ALLOW FILTERING");
    }
  }

  private static void addWrite(List<String> options, ModificationStatement.Parsed write) {
    if (write instanceof UpdateStatement.ParsedInsert) {
      options.add("values " + CassandraOracle.<List<?>>field(write, "columnValues").size());
    } else if (write instanceof UpdateStatement.ParsedInsertJson) {
      options.add(CassandraOracle.<Boolean>field(write, "defaultUnset") ? "UNSET" : "NULL");
    }
    if (CassandraOracle.<Boolean>field(write, "ifNotExists")) {
      options.add("IF_NOT_EXISTS");
    } else if (CassandraOracle.<Boolean>field(write, "ifExists")) {
      options.add("IF_EXISTS");
    } else if (!write.getConditions().isEmpty()) {
      options.add("IF_COLUMNS");
    }
    addAttributes(options, field(write, "attrs"));
  }

  private static void addAttributes(List<String> options, Attributes.Raw attributes) {
    if (attributes.timestamp != null) {
      options.add("TIMESTAMP " + number(attributes.timestamp));
    }
    if (attributes.timeToLive != null) {
      options.add("TTL " + number(attributes.timeToLive));
    }
  }

  /** A marker's text differs by its kind. */
  private static String number(Term.Raw term) {
    return term.getText().matches("-?\\d+") ? term.getText() : "?";
  }
}
