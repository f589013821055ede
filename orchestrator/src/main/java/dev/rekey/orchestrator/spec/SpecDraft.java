package dev.rekey.orchestrator.spec;

import dev.rekey.control.TableName;
import dev.rekey.runbooks.yaml.DocumentException;
import dev.rekey.runbooks.yaml.YamlDocument;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A spec whose own mistakes are known but not yet reported, so that those found by comparing it
 * with the source table can be reported in the same breath. Parts with mistakes are missing from
 * the spec it holds.
 */
public final class SpecDraft {

  private final Path file;
  private final YamlDocument document;
  private final Optional<Spec> spec;

  SpecDraft(Path file, YamlDocument document, Optional<Spec> spec) {
    this.file = file;
    this.document = document;
    this.spec = spec;
  }

  /**
   * The spec, once nothing wrong was found.
   *
   * @throws DocumentException with every mistake found so far
   */
  public Spec require() {
    document.requireNoMistakes();
    return spec.orElseThrow();
  }

  /** The schema file the spec names, resolved beside it; empty if it names none. */
  public Optional<Path> schemaFile() {
    return spec.flatMap(Spec::schemaFile).map(name -> file.resolveSibling(name));
  }

  /** The table to re-key; empty if that part of the spec is wrong. */
  public Optional<TableName> source() {
    return spec.map(Spec::source);
  }

  /** Where the spec was read from. */
  public Path file() {
    return file;
  }

  YamlDocument document() {
    return document;
  }

  /** What could be understood, for the next stage of checks only. */
  Optional<Spec> lenient() {
    return spec;
  }
}
