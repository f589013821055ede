package dev.rekey.testkit.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class CaseFileTest {

  @Test
  void tagsAreReadFromComments() {
    CaseFile file = CaseFile.named("a11_promote_clustering");
    assertThat(file.tags("dual"))
        .containsExactly(
            "DELETE FROM rk_a11.kv WHERE k='p1' AND b > 1",
            "DELETE FROM rk_a11.kv WHERE k='p1'",
            "UPDATE rk_a11.kv SET owner='o9' WHERE k='p1';    => must touch every (p1,b) row of the new table");
    assertThat(file.tags("from")).containsExactly("PRIMARY KEY (k, b)");
    assertThat(file.tags("nothing")).isEmpty();
  }

  @Test
  void statementsAreToldApart() {
    assertThat(CaseFile.named("b02_dual_write_statements").statements("BEGIN"))
        .singleElement()
        .asString()
        .endsWith("APPLY BATCH")
        .contains("'b1');");
    assertThat(CaseFile.named("c07_literals").statements("INSERT")).hasSize(6);
    assertThat(CaseFile.named("c07_literals").statements().get(0)).startsWith("CREATE KEYSPACE");
    assertThat(CaseFile.named("a02_empty_const_key").statements("INSERT"))
        .contains("INSERT INTO rk_a02.op_names (svc, op) VALUES ('web', 'two\nlines')");
    assertThat(CaseFile.named("c09_identifiers").statements("CREATE TABLE")).hasSize(3);
  }

  @Test
  void anUnknownCaseIsNamed() {
    assertThatThrownBy(() -> CaseFile.named("z99"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot find a case named z99");
  }
}
