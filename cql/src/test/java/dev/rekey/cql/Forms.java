package dev.rekey.cql;

import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Counts the forms met in parsed statements: every record of the model, whatever it is part of. */
final class Forms {
  private static final List<Class<?>> FAMILIES =
      List.of(
          Term.class,
          Relation.class,
          Assignment.class,
          ColumnTarget.class,
          Conditions.Condition.class,
          Modification.class);

  private final Map<Class<?>, Integer> met = new HashMap<>();

  void add(ParsedStatement statement) {
    walk(statement);
  }

  /** The forms met less often, with how often. */
  List<String> rare(int least) {
    return FAMILIES.stream()
        .flatMap(Forms::concrete)
        .filter(form -> met.getOrDefault(form, 0) < least)
        .map(form -> form.getSimpleName() + " " + met.getOrDefault(form, 0))
        .sorted()
        .toList();
  }

  private static Stream<Class<?>> concrete(Class<?> family) {
    return family.isSealed()
        ? Stream.of(family.getPermittedSubclasses()).flatMap(Forms::concrete)
        : Stream.of(family);
  }

  private void walk(Object part) {
    if (part instanceof Optional<?> optional) {
      optional.ifPresent(this::walk);
    } else if (part instanceof List<?> list) {
      list.forEach(this::walk);
    } else if (part instanceof Record && part.getClass().getPackage() == getClass().getPackage()) {
      met.merge(part.getClass(), 1, Integer::sum);
      for (RecordComponent component : part.getClass().getRecordComponents()) {
        walk(value(part, component));
      }
    }
  }

  private static Object value(Object part, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(part);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
