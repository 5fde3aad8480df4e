package dev.pawl.machine;

import dev.pawl.machine.Definition.Edge;
import dev.pawl.machine.Presentation.Composite;
import dev.pawl.run.Transitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Collects the presentation of a machine while its states are declared.
final class PresentationBuilder {
    private final List<String> choices = new ArrayList<>();
    private final List<Edge> labels = new ArrayList<>();
    private final List<Composite> composites = new ArrayList<>();

    void choice(String state) {
        if (!choices.contains(state)) choices.add(state);
    }

    void label(String from, String to, String text) {
        Objects.requireNonNull(to, "a label needs the target of its edge, found null");
        Objects.requireNonNull(text, "a label needs a text, found null");
        labels.add(new Edge(from, to, text));
    }

    void contain(String state, Transitions<?, ?> table) {
        List<Edge> edges =
                table.moves().stream()
                        .map(m -> new Edge(m.from().toString(), m.to().toString(), m.label()))
                        .toList();
        String first = table.first().map(Object::toString).orElse("");
        composites.add(new Composite(state, first, edges));
    }

    Presentation build() {
        return new Presentation(choices, labels, composites);
    }
}
