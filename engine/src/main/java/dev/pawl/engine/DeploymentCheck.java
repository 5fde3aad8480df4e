package dev.pawl.engine;

import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.Tally;
import dev.pawl.machine.Definition;
import dev.pawl.machine.State;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Compares definitions that are about to be deployed with every live run of a store.
public final class DeploymentCheck {
    private DeploymentCheck() {}

    /// Returns what would become of the live runs under `next`: one line for each definition, state
    /// and status that has any.
    public static Report check(Store store, List<Definition> next) {
        Map<String, Definition> old = StoredDefinitions.definitions(store);
        Map<String, Definition> byName = new HashMap<>();
        for (Definition definition : next) byName.put(definition.name(), definition);
        List<Fit> fits = new ArrayList<>();
        for (Tally tally : store.tally()) {
            Optional<Definition> mine = Optional.ofNullable(byName.get(tally.machine().name()));
            Optional<State> before =
                    Optional.ofNullable(old.get(tally.machine().name()))
                            .flatMap(d -> d.find(tally.state()));
            fits.add(mine.map(d -> fit(d, tally, before)).orElseGet(() -> unknown(tally)));
        }
        fits.sort(
                Comparator.comparing((Fit fit) -> fit.tally().machine().name())
                        .thenComparing(fit -> fit.tally().state())
                        .thenComparing(fit -> fit.tally().status()));
        return new Report(fits);
    }

    private static Fit unknown(Tally tally) {
        String name = tally.machine().name();
        return new Fit(
                tally,
                Verdict.UNKNOWN_MACHINE,
                "no machine '%s' is among the new definitions: its runs would be parked"
                        .formatted(name));
    }

    private static Fit fit(Definition next, Tally tally, Optional<State> before) {
        String state = tally.state();
        if (next.ref().equals(tally.machine())) {
            return new Fit(tally, Verdict.FITS, "the same definition");
        }
        Optional<String> place = next.placeOf(state);
        if (place.isEmpty()) {
            return new Fit(
                    tally,
                    Verdict.NEEDS_MAPPING,
                    ("%s has no state '%s' (has: %s): its runs would be parked; say where they go"
                                    + " with formerly(\"%s\") or removed(\"%s\", …)")
                            .formatted(
                                    next.ref(),
                                    state,
                                    String.join(", ", next.names()),
                                    state,
                                    state));
        }
        if (!place.get().equals(state)) {
            return new Fit(
                    tally,
                    Verdict.MOVES,
                    "they would continue in '%s' of %s".formatted(place.get(), next.ref()));
        }
        return sameName(next, tally, before);
    }

    private static Fit sameName(Definition next, Tally tally, Optional<State> before) {
        State after = next.state(tally.state());
        boolean otherKind = before.isPresent() && !before.get().getClass().equals(after.getClass());
        if (!otherKind) {
            String words = "they would continue where they are, under %s".formatted(next.ref());
            return new Fit(tally, Verdict.FITS, words);
        }
        boolean inFlight = tally.status() == RunStatus.RUNNING;
        return new Fit(
                tally,
                inFlight ? Verdict.NEEDS_MAPPING : Verdict.MOVES,
                "'%s' was a %s and is a %s in %s"
                        .formatted(tally.state(), kind(before.get()), kind(after), next.ref()));
    }

    private static String kind(State state) {
        return switch (state) {
            case State.Step _ -> "step";
            case State.Wait _ -> "wait";
            case State.End _ -> "end";
        };
    }

    /// What the deployment would do to the runs of one tally.
    public record Fit(Tally tally, Verdict verdict, String text) {}

    /// Whether live runs fit.
    public enum Verdict {
        /// They continue where they are.
        FITS,
        /// They continue in another state, as the new definition says.
        MOVES,
        /// They would be parked until a definition or an operator says where they go.
        NEEDS_MAPPING,
        /// They would be parked until their machine is registered.
        UNKNOWN_MACHINE
    }

    /// The answer for all live runs.
    public record Report(List<Fit> fits) {
        public Report {
            fits = List.copyOf(fits);
        }

        /// Returns whether every live run would continue.
        public boolean isFine() {
            return fits.stream()
                    .allMatch(f -> f.verdict() == Verdict.FITS || f.verdict() == Verdict.MOVES);
        }
    }
}
