package dev.pawl.testkit.diagram;

import dev.pawl.testkit.diagram.Diagram.Edge;
import dev.pawl.testkit.diagram.Diagram.Kind;
import dev.pawl.testkit.diagram.Diagram.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Compares code with a document that may draw less of it: what is missing must be declared.
///
/// An edge from a composite state stands for edges from the states inside it, and an edge to it for
/// one to its first state; the document says what is inside.
final class DiagramCoverage {
    private final DrawnCode code;
    private final Diagram document;
    private final List<DiagramAddition> additions;

    /// The composite states of the document, with the keys of all that is inside each.
    private final Map<String, Set<String>> insides = new HashMap<>();

    private final List<String> lines = new ArrayList<>();

    private DiagramCoverage(DrawnCode code, Diagram document, List<DiagramAddition> additions) {
        this.code = code;
        this.document = document;
        this.additions = List.copyOf(additions);
        for (String composite : document.composites()) {
            Set<String> keys = new HashSet<>();
            for (String member : document.membersOf(composite)) keys.add(key(member));
            insides.put(key(composite), keys);
        }
    }

    static DiagramCoverage of(DrawnCode code, Diagram document, List<DiagramAddition> additions) {
        DiagramCoverage coverage = new DiagramCoverage(code, document, additions);
        coverage.compareDrawn();
        coverage.compareUndrawn();
        coverage.compareAdditions();
        coverage.compareLabels();
        coverage.compareStates();
        return coverage;
    }

    /// Returns one line per difference, or empty if there is none.
    Optional<String> report() {
        if (lines.isEmpty()) return Optional.empty();
        return Optional.of(
                "%s and %s differ:%s"
                        .formatted(
                                code.diagram().name(),
                                document.name(),
                                lines.stream()
                                        .map(line -> "\n  " + line)
                                        .collect(Collectors.joining())));
    }

    private void compareDrawn() {
        for (Edge drawn : new LinkedHashSet<>(document.edges())) {
            if (code.diagram().edges().stream().noneMatch(edge -> realises(edge, drawn))) {
                lines.add("only in %s: %s".formatted(document.name(), drawn));
            }
        }
    }

    private void compareUndrawn() {
        for (Edge edge : new LinkedHashSet<>(code.diagram().edges())) {
            boolean isExcused = code.optional().contains(edge) || isAdded(edge);
            if (!isExcused && !isDrawn(edge)) {
                lines.add("only in %s, and no addition: %s".formatted(code.diagram().name(), edge));
            }
        }
    }

    private void compareAdditions() {
        Set<Edge> seen = new HashSet<>();
        for (DiagramAddition addition : additions) {
            Edge added = new Edge(addition.from(), addition.to());
            Optional<Edge> meant =
                    code.diagram().edges().stream()
                            .filter(edge -> pair(edge).equals(pair(added)))
                            .findFirst();
            if (!seen.add(pair(added))) {
                lines.add("addition that is declared twice: " + addition);
            } else if (isDrawn(added)) {
                lines.add(
                        "addition that is not needed, because %s draws it: %s"
                                .formatted(document.name(), addition));
            } else if (meant.isEmpty()) {
                lines.add(
                        "addition that is not needed, because %s has no such edge: %s"
                                .formatted(code.diagram().name(), addition));
            } else if (code.optional().contains(meant.get())) {
                lines.add(
                        "addition that is not needed, because starts and ends of %s need not be"
                                        .formatted(code.diagram().name())
                                + " drawn: "
                                + addition);
            }
        }
    }

    private void compareLabels() {
        for (Edge edge : code.labelled()) {
            List<String> drawn =
                    document.edges().stream()
                            .filter(each -> pair(each).equals(pair(edge)))
                            .map(Edge::label)
                            .filter(label -> !label.isEmpty())
                            .toList();
            if (!drawn.isEmpty() && !drawn.contains(edge.label())) {
                lines.add(
                        "relabelled: %s --> %s is '%s' in %s and '%s' in %s"
                                .formatted(
                                        edge.from(),
                                        edge.to(),
                                        edge.label(),
                                        code.diagram().name(),
                                        String.join("' and '", drawn),
                                        document.name()));
            }
        }
    }

    private void compareStates() {
        Map<String, State> coded = new HashMap<>();
        for (State state : code.diagram().states()) coded.put(key(state.id()), state);
        for (State drawn : document.states()) {
            State state = coded.get(key(drawn.id()));
            boolean isFrame = document.composites().contains(drawn.id());
            if (state == null && !isFrame && !document.isTouched(drawn.id())) {
                lines.add(
                        "only in %s: state %s, without edges"
                                .formatted(document.name(), drawn.id()));
            }
            if (state != null && code.hasChoices()) compareKinds(state, drawn);
        }
    }

    private void compareKinds(State state, State drawn) {
        if (state.kind() != drawn.kind()) {
            lines.add(
                    "kind: %s is a %s in %s and a %s in %s"
                            .formatted(
                                    drawn.id(),
                                    words(state.kind()),
                                    code.diagram().name(),
                                    words(drawn.kind()),
                                    document.name()));
        }
    }

    private static String words(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private boolean isAdded(Edge edge) {
        return additions.stream()
                .anyMatch(a -> pair(new Edge(a.from(), a.to())).equals(pair(edge)));
    }

    private boolean isDrawn(Edge edge) {
        return document.edges().stream().anyMatch(drawn -> shows(drawn, edge));
    }

    /// Returns whether a drawn edge stands for an edge of the code.
    private boolean shows(Edge drawn, Edge edge) {
        if (pair(drawn).equals(pair(edge))) return true;
        String from = key(edge.from());
        String to = key(edge.to());
        // The table may have the composite state itself as a state.
        boolean starts = key(drawn.from()).equals(Diagram.terminalOf(from));
        if (starts && key(drawn.to()).equals(to)) return true;
        return isAt(key(drawn.from()), from) && entersAt(key(drawn.to()), to);
    }

    /// Returns whether an edge of the code is reason enough to draw an edge. A start inside a
    /// composite state is where any edge from outside leads to, and an end where one leaves it.
    private boolean realises(Edge edge, Edge drawn) {
        if (shows(drawn, edge)) return true;
        Edge pair = pair(drawn);
        for (var composite : insides.entrySet()) {
            String terminal = Diagram.terminalOf(composite.getKey());
            Set<String> inside = composite.getValue();
            if (pair.from().equals(terminal) && pair.to().equals(key(edge.to()))) {
                return !inside.contains(key(edge.from()));
            }
            if (pair.to().equals(terminal) && pair.from().equals(key(edge.from()))) {
                return !inside.contains(key(edge.to()));
            }
        }
        return false;
    }

    private boolean isAt(String drawn, String from) {
        return drawn.equals(from) || insides.getOrDefault(drawn, Set.of()).contains(from);
    }

    private boolean entersAt(String drawn, String to) {
        if (drawn.equals(to)) return true;
        String terminal = Diagram.terminalOf(drawn);
        return insides.containsKey(drawn)
                && document.edges().stream()
                        .anyMatch(e -> key(e.from()).equals(terminal) && key(e.to()).equals(to));
    }

    private static Edge pair(Edge edge) {
        return new Edge(key(edge.from()), key(edge.to()));
    }

    private static String key(String name) {
        if (name.equals(Diagram.TERMINAL)) return name;
        if (!Diagram.isTerminal(name)) return DiagramDifference.words(name);
        int end = name.length() - Diagram.TERMINAL.length() - 1;
        return Diagram.terminalOf(DiagramDifference.words(name.substring(0, end)));
    }
}
