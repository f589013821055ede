package dev.rekey.migrations;

import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads all scripts and reports all their mistakes at once. */
final class ScriptLoader {
  /** Versioned ones by version, then repeatable ones by name: the order in which they run. */
  static final Comparator<Script> RUN_ORDER =
      Comparator.comparing((Script script) -> script.name().kind())
          .thenComparing(
              script -> script.name().version().orElse(new Version(List.of(0L))),
              Comparator.naturalOrder())
          .thenComparing(Script::file);

  private final Placeholders placeholders;
  private final List<String> problems = new ArrayList<>();

  ScriptLoader(Placeholders placeholders) {
    this.placeholders = placeholders;
  }

  /**
   * @throws ScriptRefusedException naming every mistake
   */
  List<Script> load(List<ScriptFile> files) {
    List<Script> scripts = new ArrayList<>();
    for (ScriptFile file : files) {
      read(file).ifPresent(scripts::add);
    }
    scripts.sort(RUN_ORDER);
    refuseDuplicates(scripts);
    if (!problems.isEmpty()) {
      throw new ScriptRefusedException("Cannot load migrations", problems);
    }
    return List.copyOf(scripts);
  }

  private Optional<Script> read(ScriptFile file) {
    Optional<ScriptName> name = ScriptName.parse(file.name());
    if (name.isEmpty()) {
      problems.add(
          "%s: the name is not of the form %s; rename or move it"
              .formatted(file.origin(), ScriptName.RULE));
      return Optional.empty();
    }
    String text;
    try {
      text = SourceText.decode(file.bytes());
    } catch (CharacterCodingException e) {
      problems.add("%s: not UTF-8; save it as UTF-8".formatted(file.origin()));
      return Optional.empty();
    }
    List<CqlStatement> statements = CqlSplitter.split(file.name(), text, placeholders, problems);
    return Optional.of(new Script(name.get(), file.origin(), SourceText.sha256(text), statements));
  }

  private void refuseDuplicates(List<Script> scripts) {
    Map<Object, Script> seen = new HashMap<>();
    for (Script script : scripts) {
      Object key = script.name().version().<Object>map(v -> v).orElse(script.file());
      Script first = seen.putIfAbsent(key, script);
      if (first != null) {
        problems.add(
            "%s: the same version as %s; give one of them another"
                .formatted(script.location(), first.location()));
      }
    }
  }
}
