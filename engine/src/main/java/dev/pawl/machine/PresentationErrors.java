package dev.pawl.machine;

import dev.pawl.machine.Definition.Edge;
import dev.pawl.machine.Presentation.Composite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds the faults of a presentation: what contradicts the definition, or what Mermaid cannot
/// show.
final class PresentationErrors {
    private static final int LABEL_CHARS_MAX = 200;

    private final Definition definition;
    private final Presentation presentation;
    private final List<String> faults = new ArrayList<>();

    private PresentationErrors(Definition definition) {
        this.definition = definition;
        this.presentation = definition.presentation();
    }

    static List<String> of(Definition definition) {
        PresentationErrors found = new PresentationErrors(definition);
        found.labels();
        found.composites();
        return List.copyOf(found.faults);
    }

    private void labels() {
        Set<List<String>> seen = new HashSet<>();
        for (Edge label : presentation.labels()) {
            text(label);
            Set<String> targets = targets(label.from());
            if (!targets.contains(label.to())) {
                faults.add(
                        "'%s' has a label for an edge to '%s', which does not exist (has: %s)"
                                .formatted(label.from(), label.to(), words(targets)));
            } else if (!seen.add(List.of(label.from(), label.to()))) {
                faults.add(
                        "'%s' has two labels for the edge to '%s'"
                                .formatted(label.from(), label.to()));
            }
        }
    }

    private Set<String> targets(String from) {
        Set<String> targets = new LinkedHashSet<>();
        for (Edge edge : definition.edges()) if (edge.from().equals(from)) targets.add(edge.to());
        return targets;
    }

    private static String words(Set<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names);
    }

    /// Mermaid ends a label at the end of the line, at ';' and at '::'.
    private void text(Edge edge) {
        String text = edge.label();
        boolean fits = !text.isBlank() && text.length() <= LABEL_CHARS_MAX;
        boolean ends = text.contains(";") || text.contains("::") || text.contains("%%");
        if (!fits || ends || text.chars().anyMatch(Character::isISOControl)) {
            faults.add(
                    "expected 1 to %d printable characters without ';', '::' and '%%%%' as the"
                                    .formatted(LABEL_CHARS_MAX)
                            + " label of '%s' to '%s', found '%s'"
                                    .formatted(edge.from(), edge.to(), text));
        }
    }

    private void composites() {
        Map<String, String> places = new HashMap<>();
        for (State state : definition.states()) places.put(state.name(), "the machine");
        Set<String> filled = new HashSet<>();
        for (Composite composite : presentation.composites()) {
            String state = composite.state();
            if (!filled.add(state)) faults.add("'%s' contains two tables".formatted(state));
            if (presentation.isChoice(state)) {
                faults.add(
                        "'%s' is a choice, which contains nothing, found a table".formatted(state));
            }
            if (composite.edges().isEmpty()) {
                faults.add("'%s' contains a table without rows".formatted(state));
            }
            for (Edge edge : composite.edges()) text(edge);
            names(composite, places);
        }
    }

    /// The names of a diagram are global, wherever they are.
    private void names(Composite composite, Map<String, String> places) {
        for (String name : names(composite)) {
            if (!DefinitionErrors.WORD.matcher(name).matches()) {
                faults.add(
                        "'%s' contains a state whose name is not of letters, digits, '-', '_' and"
                                        .formatted(composite.state())
                                + " '.': '%s'".formatted(name));
            }
            String place = "'%s'".formatted(composite.state());
            String before = places.putIfAbsent(name, place);
            if (before != null) {
                faults.add("%s and %s both have a state '%s'".formatted(before, place, name));
            }
        }
    }

    private static Set<String> names(Composite composite) {
        Set<String> names = new LinkedHashSet<>();
        if (!composite.first().isEmpty()) names.add(composite.first());
        for (Edge edge : composite.edges()) {
            names.add(edge.from());
            names.add(edge.to());
        }
        return names;
    }
}
