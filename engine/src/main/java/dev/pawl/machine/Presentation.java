package dev.pawl.machine;

import dev.pawl.machine.Definition.Edge;
import java.util.List;
import java.util.Optional;

/// How diagrams show a machine: which states are choices, what is written on edges, and what is
/// inside states. It has no effect on runs.
///
/// A label replaces the label of every edge between its two states.
public record Presentation(List<String> choices, List<Edge> labels, List<Composite> composites) {
    /// All states are plain boxes, and edges show their triggers.
    public static final Presentation NONE = new Presentation(List.of(), List.of(), List.of());

    public Presentation {
        choices = List.copyOf(choices);
        labels = List.copyOf(labels);
        composites = List.copyOf(composites);
    }

    /// Returns whether a state is drawn as a choice.
    public boolean isChoice(String state) {
        return choices.contains(state);
    }

    /// Returns what is drawn inside a state, if anything is.
    public Optional<Composite> inside(String state) {
        return composites.stream().filter(each -> each.state().equals(state)).findFirst();
    }

    /// Returns the label of the edges between two states, if they have one.
    public Optional<String> label(String from, String to) {
        return labels.stream()
                .filter(each -> each.from().equals(from) && each.to().equals(to))
                .map(Edge::label)
                .findFirst();
    }

    /// Returns an edge as it is drawn.
    Edge labelled(Edge edge) {
        return label(edge.from(), edge.to())
                .map(text -> new Edge(edge.from(), edge.to(), text))
                .orElse(edge);
    }

    /// A lifecycle that is drawn inside a state, and the state in which it starts.
    public record Composite(String state, String first, List<Edge> edges) {
        public Composite {
            edges = List.copyOf(edges);
        }
    }
}
