package dev.rekey.orchestrator.plan;

import dev.rekey.core.mapping.KeyMapping;
import dev.rekey.cql.Ddl;
import dev.rekey.orchestrator.spec.MappingCompiler;
import dev.rekey.orchestrator.spec.Spec;
import dev.rekey.orchestrator.spec.SpecDraft;
import dev.rekey.orchestrator.spec.SpecStatement;
import dev.rekey.orchestrator.spec.TargetSpec;
import java.util.List;

/** Makes a plan from a spec and the source as it is. */
public final class Planner {

  private final List<PlanCheck> checks;
  private final StatementJudge judge;
  private final ServerVersion version;

  /** Makes a planner that asks these questions about a server of that version. */
  public Planner(List<PlanCheck> checks, StatementJudge judge, ServerVersion version) {
    this.checks = List.copyOf(checks);
    this.judge = judge;
    this.version = version;
  }

  /**
   * Makes the plan.
   *
   * @throws dev.rekey.runbooks.yaml.DocumentException with every mistake of the spec
   */
  public Plan plan(SpecDraft draft, TableSchema source, Sizing sizing) {
    KeyMapping mapping = MappingCompiler.compile(draft, source.shape(), DdlShapes::read);
    Spec spec = draft.require();
    TargetTable target = target(spec, mapping, source);
    PlanContext context = new PlanContext(spec, mapping, source, target, version);
    return new Plan(
        spec,
        mapping,
        source,
        target,
        checks.stream().map(check -> check.judge(context)).toList(),
        judge(spec.reads(), mapping),
        judge(spec.writes(), mapping),
        sizing,
        version);
  }

  private TargetTable target(Spec spec, KeyMapping mapping, TableSchema source) {
    if (spec.target() instanceof TargetSpec.Keys keys) {
      return new TargetDesigner(version).design(mapping.target(), source, keys);
    }
    Ddl.CreateTable table = DdlShapes.parse(((TargetSpec.Ddl) spec.target()).text());
    return new TargetTable(
        mapping.target(),
        DdlShapes.options(table),
        List.of("options as the spec's DDL gives them; nothing is carried from the source"));
  }

  private List<AccessPattern> judge(List<SpecStatement> statements, KeyMapping mapping) {
    return statements.stream().map(statement -> judge.judge(statement, mapping)).toList();
  }
}
