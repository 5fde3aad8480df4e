package dev.pawl.run;

import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An immutable table of the legal transitions of a lifecycle: state, event, next state.
///
/// The guard in the code, the diagram in the documents and the coverage test use the same table.
public final class Transitions<S extends Enum<S>, E extends Enum<E>> {
    private final Map<Edge<S, E>, Move<S, E>> table;

    /// The targets by state and event: every change of a run looks one up.
    private final Map<S, Map<E, S>> targets;

    private final @Nullable S declaredFirst;

    private Transitions(Builder<S, E> builder) {
        this.table = new LinkedHashMap<>(builder.table);
        this.targets = targets(table.values());
        this.declaredFirst = builder.first;
    }

    private static <S extends Enum<S>, E extends Enum<E>> Map<S, Map<E, S>> targets(
            Collection<Move<S, E>> moves) {
        Map<S, Map<E, S>> targets = Map.of();
        for (Move<S, E> move : moves) {
            if (targets.isEmpty()) targets = new EnumMap<>(move.from().getDeclaringClass());
            targets.computeIfAbsent(move.from(), _ -> new EnumMap<>(move.on().getDeclaringClass()))
                    .put(move.on(), move.to());
        }
        return targets;
    }

    /// Returns a builder of an empty table.
    public static <S extends Enum<S>, E extends Enum<E>> Builder<S, E> table() {
        return new Builder<>();
    }

    /// Returns the state after `event`. Throws with the accepted events if `state` does not accept
    /// it.
    public S next(S state, E event) {
        return find(state, event)
                .orElseThrow(() ->
                        new IllegalStateException(
                                "%s does not accept %s (accepts: %s)"
                                        .formatted(state, event, accepted(state))));
    }

    /// Returns the state after `event`, or empty if `state` does not accept it.
    public Optional<S> find(S state, E event) {
        return Optional.ofNullable(targets.getOrDefault(state, Map.of()).get(event));
    }

    /// Returns the state in which the lifecycle starts: the declared one, or else the state of the
    /// first row. Empty if the table is empty and declares none.
    public Optional<S> first() {
        if (declaredFirst != null) return Optional.of(declaredFirst);
        return table.values().stream().findFirst().map(Move::from);
    }

    /// Returns the events that `state` accepts, in the order of the table.
    public Set<E> accepted(S state) {
        return table.keySet().stream()
                .filter(edge -> edge.from() == state)
                .map(Edge::on)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /// Returns every edge with its target, in the order of the table.
    public List<Move<S, E>> moves() {
        return List.copyOf(table.values());
    }

    /// Returns the table as a Mermaid `stateDiagram-v2`. It shows the start if the table declares
    /// one.
    public String mermaid() {
        String start = declaredFirst == null ? "" : "    [*] --> " + declaredFirst + "\n";
        return moves().stream()
                .map(m -> "    %s --> %s: %s".formatted(m.from(), m.to(), m.label()))
                .collect(Collectors.joining("\n", "stateDiagram-v2\n" + start, "\n"));
    }

    private record Edge<S, E>(S from, E on) {}

    /// One row of the table: the event `on` leads from `from` to `to`. Diagrams show the label,
    /// which is the event's name by default.
    public record Move<S, E>(S from, E on, S to, String label) {}

    /// Builds a table.
    public static final class Builder<S extends Enum<S>, E extends Enum<E>> {
        private final Map<Edge<S, E>, Move<S, E>> table = new LinkedHashMap<>();
        private @Nullable S first;

        private Builder() {}

        /// Declares the state in which the lifecycle starts. Default: the state of the first row.
        public Builder<S, E> startsIn(S state) {
            if (first != null) {
                throw new IllegalArgumentException(
                        "expected one first state, found %s and %s".formatted(first, state));
            }
            first = Objects.requireNonNull(state, "startsIn needs a state, found null");
            return this;
        }

        /// Adds a row; a second row for the same state and event is refused.
        public Builder<S, E> edge(S from, E on, S to) {
            return edge(from, on, to, on.toString());
        }

        /// Adds a row that diagrams show with this label in place of the event's name.
        public Builder<S, E> edge(S from, E on, S to, String label) {
            if (label.isBlank()) {
                throw new IllegalArgumentException(
                        "expected a label of %s on %s, found none".formatted(from, on));
            }
            Move<S, E> move = new Move<>(from, on, to, label);
            Move<S, E> before = table.putIfAbsent(new Edge<>(from, on), move);
            if (before != null) {
                throw new IllegalArgumentException(
                        "expected one target of %s on %s, found %s and %s"
                                .formatted(from, on, before.to(), to));
            }
            return this;
        }

        /// Returns the finished table.
        public Transitions<S, E> build() {
            return new Transitions<>(this);
        }
    }
}
