package dev.pawl.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// An immutable table of the legal transitions of a lifecycle: state, event, next state.
///
/// The guard in the code, the diagram in the documents and the coverage test use the same table.
public final class Transitions<S extends Enum<S>, E extends Enum<E>> {
    private final Map<Edge<S, E>, S> table;

    private Transitions(Map<Edge<S, E>, S> table) {
        this.table = new LinkedHashMap<>(table);
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
        return Optional.ofNullable(table.get(new Edge<>(state, event)));
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
        List<Move<S, E>> moves = new ArrayList<>();
        table.forEach((edge, to) -> moves.add(new Move<>(edge.from(), edge.on(), to)));
        return List.copyOf(moves);
    }

    /// Returns the table as a Mermaid `stateDiagram-v2`.
    public String mermaid() {
        return moves().stream()
                .map(m -> "    %s --> %s: %s".formatted(m.from(), m.to(), m.on()))
                .collect(Collectors.joining("\n", "stateDiagram-v2\n", "\n"));
    }

    private record Edge<S, E>(S from, E on) {}

    /// One row of the table: the event `on` leads from `from` to `to`.
    public record Move<S, E>(S from, E on, S to) {}

    /// Builds a table.
    public static final class Builder<S extends Enum<S>, E extends Enum<E>> {
        private final Map<Edge<S, E>, S> table = new LinkedHashMap<>();

        private Builder() {}

        /// Adds a row; a second row for the same state and event is refused.
        public Builder<S, E> edge(S from, E on, S to) {
            S before = table.putIfAbsent(new Edge<>(from, on), to);
            if (before != null) {
                throw new IllegalArgumentException(
                        "expected one target of %s on %s, found %s and %s"
                                .formatted(from, on, before, to));
            }
            return this;
        }

        /// Returns the finished table.
        public Transitions<S, E> build() {
            return new Transitions<>(table);
        }
    }
}
