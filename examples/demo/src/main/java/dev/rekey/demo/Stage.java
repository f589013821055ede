package dev.rekey.demo;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.rekey.demo.app.AuditResult;
import dev.rekey.demo.app.Dataset;
import dev.rekey.demo.app.TableAudit;
import dev.rekey.demo.app.Traffic;

/**
 * What is there while a migration runs.
 *
 * @param admin a session without an interceptor
 */
record Stage(
    CqlSession admin, Dataset dataset, Traffic traffic, PhaseWatch phases, DemoConsole console) {
  /** Checks every row of a table while no writer writes. */
  AuditResult audit(String table) {
    AuditResult[] result = new AuditResult[1];
    traffic.whileWritersWait(
        () -> result[0] = new TableAudit(admin, dataset, traffic.history()).run(table));
    return result[0];
  }
}
