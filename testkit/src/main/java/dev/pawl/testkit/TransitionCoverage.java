package dev.pawl.testkit;

import dev.pawl.run.Transitions;
import dev.pawl.run.Transitions.Move;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Records which moves of a lifecycle the tests took and which they saw refused, and fails unless
/// they covered all of them: every edge of the table taken, every other pair refused.
///
/// As a JUnit extension in a static field (`@RegisterExtension`) it checks at the end of the test
/// class, nested classes included; elsewhere call [#assertComplete] at the end. Thread-safe.
public final class TransitionCoverage<S extends Enum<S>, E extends Enum<E>>
        implements BeforeAllCallback, AfterAllCallback {
    private final Transitions<S, E> table;
    private final List<S> states;
    private final List<E> events;
    private final Set<Pair<S, E>> taken = ConcurrentHashMap.newKeySet();
    private final Set<Pair<S, E>> refused = ConcurrentHashMap.newKeySet();
    private final AtomicInteger classes = new AtomicInteger();

    private TransitionCoverage(Transitions<S, E> table, Move<S, E> any) {
        this.table = table;
        this.states = constants(any.from());
        this.events = constants(any.on());
    }

    /// Starts to record for `table`.
    public static <S extends Enum<S>, E extends Enum<E>> TransitionCoverage<S, E> of(
            Transitions<S, E> table) {
        Move<S, E> any =
                table.moves().stream()
                        .findFirst()
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "expected a table with moves, found none"));
        return new TransitionCoverage<>(table, any);
    }

    private static <T extends Enum<T>> List<T> constants(T one) {
        return List.of(one.getDeclaringClass().getEnumConstants());
    }

    /// Records that `on` moved `from` to `to`; a move that is not in the table fails at once.
    public void took(S from, E on, S to) {
        Optional<S> target = table.find(from, on);
        if (target.isEmpty() || target.get() != to) {
            throw new AssertionError(
                    "%s on %s went to %s, but the table says: %s"
                            .formatted(from, on, to, target.map(Enum::toString).orElse("refused")));
        }
        taken.add(new Pair<>(from, on));
    }

    /// Records that `state` refused `event`; to refuse what is in the table fails at once.
    public void refused(S state, E event) {
        table.find(state, event)
                .ifPresent(to -> {
                    throw new AssertionError(
                            "%s refused %s, but the table says: %s".formatted(state, event, to));
                });
        refused.add(new Pair<>(state, event));
    }

    /// Returns the state after `event` as the table says, and records the move or the refusal.
    public S next(S state, E event) {
        if (table.find(state, event).isEmpty()) {
            refused(state, event);
        }
        S to = table.next(state, event);
        took(state, event, to);
        return to;
    }

    /// Returns every pair of a state and an event that is not in the table.
    public List<Pair<S, E>> outside() {
        List<Pair<S, E>> pairs = new ArrayList<>();
        for (S state : states) {
            for (E event : events) {
                if (table.find(state, event).isEmpty()) {
                    pairs.add(new Pair<>(state, event));
                }
            }
        }
        return pairs;
    }

    /// Checks that `guard` refuses every pair outside the table, and records the refusals.
    ///
    /// To refuse is to throw an `IllegalStateException` or an `IllegalArgumentException`.
    public void assertRefuses(Guard<S, E> guard) {
        List<String> faults = new ArrayList<>();
        for (Pair<S, E> pair : outside()) {
            try {
                guard.apply(pair.state(), pair.event());
                faults.add("accepted: " + pair);
            } catch (IllegalStateException | IllegalArgumentException e) {
                refused(pair.state(), pair.event());
            } catch (Exception e) {
                faults.add("neither accepted nor refused: %s threw %s".formatted(pair, e));
            }
        }
        require("the guard of %s accepts what the table does not", faults);
    }

    /// Fails with the name of every edge that was never taken and of every pair outside the table
    /// that was never refused.
    public void assertComplete() {
        List<String> faults = new ArrayList<>();
        for (Move<S, E> move : table.moves()) {
            if (!taken.contains(new Pair<>(move.from(), move.on()))) {
                faults.add(
                        "never taken: %s on %s --> %s"
                                .formatted(move.from(), move.on(), move.to()));
            }
        }
        for (Pair<S, E> pair : outside()) {
            if (!refused.contains(pair)) {
                faults.add("never refused: " + pair);
            }
        }
        require("the lifecycle of %s is not covered", faults);
    }

    private void require(String what, List<String> faults) {
        if (!faults.isEmpty()) {
            throw new AssertionError(
                    what.formatted(states.getFirst().getDeclaringClass().getSimpleName())
                            + faults.stream()
                                    .map(fault -> "\n  " + fault)
                                    .collect(Collectors.joining("", ":", "")));
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        classes.incrementAndGet();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (classes.decrementAndGet() == 0) {
            assertComplete();
        }
    }

    /// A state and an event.
    public record Pair<S, E>(S state, E event) {

        @Override
        public String toString() {
            return state + " on " + event;
        }
    }

    /// The code under test that decides whether a state accepts an event.
    public interface Guard<S, E> {

        /// Applies `event` to `state`, or throws to refuse it.
        void apply(S state, E event) throws Exception;
    }
}
