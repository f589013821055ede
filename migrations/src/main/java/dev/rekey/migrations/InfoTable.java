package dev.rekey.migrations;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Joins files and records into what people are told. */
final class InfoTable {
  private InfoTable() {}

  static List<ScriptInfo> of(List<Script> scripts, List<HistoryRow> rows) {
    Map<String, HistoryRow> left = new LinkedHashMap<>();
    rows.stream()
        .sorted((a, b) -> Integer.compare(a.rank(), b.rank()))
        .forEach(row -> left.put(row.script(), row));
    List<ScriptInfo> infos = new ArrayList<>();
    for (Script script : scripts) {
      infos.add(info(script, Optional.ofNullable(left.remove(script.file()))));
    }
    left.values().forEach(row -> infos.add(missing(row)));
    return List.copyOf(infos);
  }

  private static ScriptInfo info(Script script, Optional<HistoryRow> row) {
    return new ScriptInfo(
        script.file(),
        script.name().kind(),
        script.name().version().map(Version::toString),
        script.name().title(),
        row.map(known -> state(script, known)).orElse(ScriptState.PENDING),
        script.statements().size(),
        row.map(HistoryRow::done).orElse(0),
        script.checksum(),
        row.map(HistoryRow::appliedBy),
        row.map(HistoryRow::startedAt),
        row.flatMap(HistoryRow::finishedAt),
        row.map(HistoryRow::error).filter(error -> !error.isEmpty()));
  }

  private static ScriptState state(Script script, HistoryRow row) {
    return switch (row.status()) {
      case RUNNING -> ScriptState.RUNNING;
      case FAILED -> ScriptState.FAILED;
      case UNKNOWN -> ScriptState.UNKNOWN;
      case DONE -> {
        if (row.checksum().equals(script.checksum())) {
          yield ScriptState.DONE;
        }
        yield row.kind() == ScriptKind.REPEATABLE ? ScriptState.PENDING : ScriptState.CHANGED;
      }
    };
  }

  private static ScriptInfo missing(HistoryRow row) {
    return new ScriptInfo(
        row.script(),
        row.kind(),
        Optional.of(row.version()).filter(version -> !version.isEmpty()),
        row.title(),
        ScriptState.MISSING,
        row.statements(),
        row.done(),
        row.checksum(),
        Optional.of(row.appliedBy()),
        Optional.of(row.startedAt()),
        row.finishedAt(),
        Optional.of(row.error()).filter(error -> !error.isEmpty()));
  }
}
