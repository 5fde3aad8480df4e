package dev.pawl.testkit.diagram;

import dev.pawl.testkit.diagram.Diagram.Edge;
import dev.pawl.testkit.diagram.Diagram.State;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The differences of two diagrams: what only one of them has, and what looks renamed.
final class DiagramDifference {
    private final Diagram one;
    private final Diagram other;
    private final Spelling spelling;
    private final List<String> lines = new ArrayList<>();

    private DiagramDifference(Diagram one, Diagram other, Spelling spelling) {
        this.one = one;
        this.other = other;
        this.spelling = spelling;
    }

    static DiagramDifference between(Diagram one, Diagram other, Spelling spelling) {
        DiagramDifference difference = new DiagramDifference(one, other, spelling);
        difference.compareEdges();
        difference.compareStates();
        return difference;
    }

    /// Returns one line per difference, or empty if there is none.
    Optional<String> report() {
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                "%s and %s differ:%s"
                        .formatted(
                                one.name(),
                                other.name(),
                                lines.stream()
                                        .map(line -> "\n  " + line)
                                        .collect(Collectors.joining())));
    }

    private void compareEdges() {
        List<Edge> onlyOne = missing(one.edges(), other.edges(), this::key);
        List<Edge> onlyOther = missing(other.edges(), one.edges(), this::key);
        pair(onlyOne, onlyOther, this::isRelabelled)
                .forEach((a, b) ->
                        lines.add(
                                "relabelled: %s --> %s is '%s' in %s and '%s' in %s"
                                        .formatted(
                                                a.from(),
                                                a.to(),
                                                a.label(),
                                                one.name(),
                                                b.label(),
                                                other.name())));
        pair(onlyOne, onlyOther, this::isRenamed)
                .forEach((a, b) ->
                        lines.add(
                                "renamed: %s in %s looks like %s in %s"
                                        .formatted(a, one.name(), b, other.name())));
        onlyOne.forEach(edge -> lines.add("only in %s: %s".formatted(one.name(), edge)));
        onlyOther.forEach(edge -> lines.add("only in %s: %s".formatted(other.name(), edge)));
    }

    /// States matter where no edge touches them, and where they are nested differently.
    private void compareStates() {
        Map<String, State> others = byKey(other.states());
        Map<String, State> ours = byKey(one.states());
        ours.forEach((key, state) -> {
            State twin = others.get(key);
            if (twin == null) {
                reportIsolated(one, state);
            } else if (!key(state.parent()).equals(key(twin.parent()))) {
                lines.add(
                        "nested: state %s is in %s in %s and in %s in %s"
                                .formatted(
                                        state.id(),
                                        parent(state),
                                        one.name(),
                                        parent(twin),
                                        other.name()));
            }
        });
        others.forEach((key, state) -> {
            if (!ours.containsKey(key)) {
                reportIsolated(other, state);
            }
        });
    }

    private void reportIsolated(Diagram diagram, State state) {
        boolean isCovered =
                diagram.isTouched(state.id()) || diagram.composites().contains(state.id());
        if (!isCovered) {
            lines.add("only in %s: state %s, without edges".formatted(diagram.name(), state.id()));
        }
    }

    private static String parent(State state) {
        return state.parent().isEmpty() ? "nothing" : state.parent();
    }

    private Map<String, State> byKey(List<State> states) {
        Map<String, State> map = new LinkedHashMap<>();
        states.forEach(state -> map.putIfAbsent(key(state.id()), state));
        return map;
    }

    private static List<Edge> missing(List<Edge> from, List<Edge> in, Function<Edge, Edge> key) {
        var there = in.stream().map(key).collect(Collectors.toSet());
        return from.stream()
                .filter(edge -> !there.contains(key.apply(edge)))
                .distinct()
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /// Removes from both lists what belongs together, and returns the pairs.
    private static Map<Edge, Edge> pair(
            List<Edge> ones, List<Edge> others, BiPredicate<Edge, Edge> fits) {
        Map<Edge, Edge> pairs = new LinkedHashMap<>();
        for (Iterator<Edge> rest = ones.iterator(); rest.hasNext(); ) {
            Edge edge = rest.next();
            others.stream()
                    .filter(candidate -> fits.test(edge, candidate))
                    .findFirst()
                    .ifPresent(twin -> {
                        pairs.put(edge, twin);
                        rest.remove();
                        others.remove(twin);
                    });
        }
        return pairs;
    }

    private boolean isRelabelled(Edge a, Edge b) {
        return key(a.from()).equals(key(b.from())) && key(a.to()).equals(key(b.to()));
    }

    private boolean isRenamed(Edge a, Edge b) {
        return key(a.label()).equals(key(b.label()))
                && isSimilar(a.from(), b.from())
                && isSimilar(a.to(), b.to());
    }

    private Edge key(Edge edge) {
        return new Edge(key(edge.from()), key(edge.to()), key(edge.label()));
    }

    private String key(String name) {
        return spelling == Spelling.EXACT || Diagram.isTerminal(name) ? name : words(name);
    }

    /// Returns a name in lower case with one space between its words.
    static String words(String name) {
        return name.replaceAll("(\\p{Ll}|\\d)(\\p{Lu})", "$1 $2")
                .replaceAll("[^\\p{L}\\p{N}]+", " ")
                .strip()
                .toLowerCase(Locale.ROOT);
    }

    private static boolean isSimilar(String a, String b) {
        if (Diagram.isTerminal(a) || Diagram.isTerminal(b)) {
            return a.equals(b);
        }
        String one = words(a);
        String two = words(b);
        int longest = Math.max(one.length(), two.length());
        return one.startsWith(two) || two.startsWith(one) || distance(one, two) * 3 <= longest;
    }

    /// Returns how many characters must be inserted, deleted or changed to get from `a` to `b`.
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }

    /// When two names are the same.
    enum Spelling {
        EXACT,
        WORDS
    }
}
