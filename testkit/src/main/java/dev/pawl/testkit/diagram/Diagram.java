package dev.pawl.testkit.diagram;

import dev.pawl.run.Transitions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A state diagram: its states, some of them inside others, and its edges.
///
/// `name` says where it comes from, for reports. The start and the end of a diagram are the state
/// `[*]`; those of a composite state `X` are `X/[*]`.
public record Diagram(String name, List<State> states, List<Edge> edges) {
    /// The start or the end of a diagram.
    public static final String TERMINAL = "[*]";

    public Diagram {
        states = List.copyOf(states);
        edges = List.copyOf(edges);
    }

    /// Returns the diagram of these edges, all states side by side.
    public static Diagram of(List<Edge> edges) {
        return of("the list of edges", edges);
    }

    /// Returns the diagram of a lifecycle, with the labels of its table.
    public static Diagram of(Transitions<?, ?> table) {
        List<Edge> edges =
                table.moves().stream()
                        .map(m -> new Edge("" + m.from(), "" + m.to(), m.label()))
                        .toList();
        return of("the table", edges);
    }

    private static Diagram of(String name, List<Edge> edges) {
        List<State> states =
                edges.stream()
                        .flatMap(edge -> Stream.of(edge.from(), edge.to()))
                        .filter(id -> !isTerminal(id))
                        .distinct()
                        .map(id -> new State(id, id, Kind.STATE, ""))
                        .toList();
        return new Diagram(name, states, edges);
    }

    /// Returns whether a state is the start or the end of the diagram or of a composite state.
    public static boolean isTerminal(String id) {
        return id.equals(TERMINAL) || id.endsWith("/" + TERMINAL);
    }

    /// Returns the states that have states inside.
    public Set<String> composites() {
        return states.stream()
                .map(State::parent)
                .filter(parent -> !parent.isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /// Returns the diagram inside a composite state; what is nested deeper stays so.
    public Diagram inside(String composite) {
        if (!composites().contains(composite)) {
            throw new IllegalArgumentException(
                    "expected a composite state '%s' in %s, found: %s"
                            .formatted(
                                    composite,
                                    name,
                                    composites().isEmpty()
                                            ? "none"
                                            : String.join(", ", composites())));
        }
        Set<String> members = membersOf(composite);
        String terminal = terminalOf(composite);
        List<Edge> within =
                edges.stream()
                        .filter(e -> members.contains(e.from()) && members.contains(e.to()))
                        .map(e -> e.renamed(terminal, TERMINAL))
                        .toList();
        List<State> inner =
                states.stream()
                        .filter(s -> members.contains(s.id()))
                        .map(s -> s.parent().equals(composite) ? s.within("") : s)
                        .toList();
        return new Diagram("%s of %s".formatted(composite, name), inner, within);
    }

    /// Returns the names of what is inside a composite state at any depth, starts and ends
    /// included.
    Set<String> membersOf(String composite) {
        Set<String> members = new LinkedHashSet<>();
        members.add(terminalOf(composite));
        for (State state : states) {
            if (state.parent().equals(composite) && !members.contains(state.id())) {
                members.add(state.id());
                members.addAll(membersOf(state.id()));
            }
        }
        return members;
    }

    static String terminalOf(String composite) {
        return composite + "/" + TERMINAL;
    }

    /// Returns this diagram with composite states as single boxes.
    public Diagram withoutInsides() {
        Set<String> inner = new LinkedHashSet<>();
        for (String composite : composites()) inner.addAll(membersOf(composite));
        return new Diagram(
                name,
                states.stream().filter(s -> !inner.contains(s.id())).toList(),
                edges.stream()
                        .filter(e -> !inner.contains(e.from()) && !inner.contains(e.to()))
                        .toList());
    }

    /// Returns this diagram under another name.
    public Diagram named(String other) {
        return new Diagram(other, states, edges);
    }

    /// Returns this diagram without the labels of its edges.
    public Diagram withoutLabels() {
        return new Diagram(
                name, states, edges.stream().map(e -> e.labelled("")).distinct().toList());
    }

    /// Returns this diagram without the edges that come from a start or lead to an end.
    public Diagram withoutTerminals() {
        return new Diagram(
                name,
                states,
                edges.stream().filter(e -> !isTerminal(e.from()) && !isTerminal(e.to())).toList());
    }

    /// Returns this diagram with all states side by side; a composite state that no edge touches is
    /// removed.
    public Diagram withoutNesting() {
        Set<String> frames = composites();
        return new Diagram(
                name,
                states.stream()
                        .filter(s -> !frames.contains(s.id()) || isTouched(s.id()))
                        .map(s -> s.within(""))
                        .toList(),
                edges);
    }

    /// Returns whether an edge starts or ends at a state.
    boolean isTouched(String id) {
        return edges.stream().anyMatch(e -> e.from().equals(id) || e.to().equals(id));
    }

    /// Returns this diagram without its choices: what leads to one leads to all its targets, and an
    /// edge with two labels reads `event [condition]`. A choice that leads nowhere stays.
    public Diagram withoutChoices() {
        Diagram result = this;
        for (State state : states) {
            if (state.kind() == Kind.CHOICE) {
                result = result.without(state);
            }
        }
        return result;
    }

    private Diagram without(State choice) {
        List<Edge> in = edges.stream().filter(e -> e.to().equals(choice.id())).toList();
        List<Edge> out = edges.stream().filter(e -> e.from().equals(choice.id())).toList();
        if (in.isEmpty() || out.isEmpty() || in.stream().anyMatch(out::contains)) {
            return this;
        }
        List<Edge> rest = new ArrayList<>();
        for (Edge edge : edges) {
            if (in.contains(edge)) {
                out.forEach(next -> rest.add(edge.followedBy(next)));
            } else if (!out.contains(edge)) {
                rest.add(edge);
            }
        }
        List<State> others = states.stream().filter(s -> !s.equals(choice)).toList();
        return new Diagram(name, others, rest);
    }

    /// One state: its name in the diagram, its title, what it is, and the state it is in, or "".
    public record State(String id, String title, Kind kind, String parent) {
        private State within(String other) {
            return new State(id, title, kind, other);
        }
    }

    /// What a node of a diagram is.
    public enum Kind {
        STATE,
        CHOICE,
        FORK,
        JOIN
    }

    /// One arrow; a label of "" is none.
    public record Edge(String from, String to, String label) {
        public Edge {
            label = label.strip();
        }

        /// Creates an arrow without a label.
        public Edge(String from, String to) {
            this(from, to, "");
        }

        Edge labelled(String other) {
            return new Edge(from, to, other);
        }

        private Edge renamed(String before, String after) {
            return new Edge(
                    from.equals(before) ? after : from, to.equals(before) ? after : to, label);
        }

        private Edge followedBy(Edge next) {
            if (label.isEmpty() || next.label.isEmpty()) {
                return new Edge(from, next.to, label + next.label);
            }
            return new Edge(from, next.to, "%s [%s]".formatted(label, next.label));
        }

        @Override
        public String toString() {
            return label.isEmpty()
                    ? from + " --> " + to
                    : "%s --> %s: %s".formatted(from, to, label);
        }
    }
}
