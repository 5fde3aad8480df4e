package dev.pawl.orchestrator.limit;

import dev.pawl.run.Transitions;
import java.time.Duration;
import java.time.Instant;

/// A circuit breaker: after consecutive failures it opens and blocks requests for a rest, then lets
/// one probe through, whose answer closes it or doubles the rest.
///
/// `failures` counts consecutive failures while it is closed, `rest` is how long it rests when it
/// is open or opens next, and `since` is when it entered its state.
public record Breaker(Settings settings, State state, int failures, Duration rest, Instant since) {
    /// Every transition.
    public static final Transitions<State, Event> TABLE =
            Transitions.<State, Event>table()
                    .edge(State.CLOSED, Event.SUCCESS, State.CLOSED)
                    .edge(State.CLOSED, Event.FAILURE, State.CLOSED)
                    .edge(State.CLOSED, Event.TRIP, State.OPEN)
                    // Answers to requests that were pending when it opened change nothing.
                    .edge(State.OPEN, Event.SUCCESS, State.OPEN)
                    .edge(State.OPEN, Event.FAILURE, State.OPEN)
                    .edge(State.OPEN, Event.PROBE, State.HALF_OPEN)
                    .edge(State.HALF_OPEN, Event.SUCCESS, State.CLOSED)
                    .edge(State.HALF_OPEN, Event.TRIP, State.OPEN)
                    // The first probe was never answered: its process crashed.
                    .edge(State.HALF_OPEN, Event.PROBE, State.HALF_OPEN)
                    .build();

    public Breaker {
        if (failures < 0 || failures >= settings.failures()) {
            throw new IllegalArgumentException(
                    "expected from 0 to %d failures, found %d"
                            .formatted(settings.failures() - 1, failures));
        }
        if (rest.compareTo(settings.rest()) < 0 || rest.compareTo(settings.restMax()) > 0) {
            throw new IllegalArgumentException(
                    "expected a rest from %s to %s, found %s"
                            .formatted(settings.rest(), settings.restMax(), rest));
        }
    }

    /// Returns a closed breaker.
    public static Breaker closed(Settings settings, Instant now) {
        return new Breaker(settings, State.CLOSED, 0, settings.rest(), now);
    }

    /// Returns whether a request may be made now; then start it with [#requested].
    public boolean may(Instant now) {
        return switch (state) {
            case CLOSED -> true;
            case OPEN, HALF_OPEN -> isRested(now);
        };
    }

    /// Returns the breaker while a request is pending: an open one is probed.
    public Breaker requested(Instant now) {
        if (!may(now)) {
            throw new IllegalStateException(
                    "expected no request before %s, found one at %s; the breaker is %s since %s"
                            .formatted(until(), now, state, since));
        }
        return switch (state) {
            case CLOSED -> this;
            case OPEN, HALF_OPEN ->
                    new Breaker(settings, state.on(Event.PROBE), failures, rest, now);
        };
    }

    /// Returns the breaker after a successful request.
    public Breaker succeeded(Instant now) {
        State next = state.on(Event.SUCCESS);
        return switch (state) {
            case CLOSED -> new Breaker(settings, next, 0, rest, since);
            case OPEN -> this;
            case HALF_OPEN -> new Breaker(settings, next, 0, settings.rest(), now);
        };
    }

    /// Returns the breaker after a failed request.
    public Breaker failed(Instant now) {
        return switch (state) {
            case CLOSED ->
                    failures + 1 < settings.failures()
                            ? new Breaker(
                                    settings, state.on(Event.FAILURE), failures + 1, rest, since)
                            : new Breaker(settings, state.on(Event.TRIP), 0, rest, now);
            case OPEN -> new Breaker(settings, state.on(Event.FAILURE), failures, rest, since);
            case HALF_OPEN -> new Breaker(settings, state.on(Event.TRIP), 0, longerRest(), now);
        };
    }

    /// Returns when the next request may be made; for a closed breaker that is in the past.
    public Instant until() {
        return state == State.CLOSED ? since : since.plus(rest);
    }

    /// A time before `since` means that the clock went back, so the length of the rest is unknown.
    /// A probe too early does less harm than none for long.
    private boolean isRested(Instant now) {
        return now.isBefore(since) || !now.isBefore(until());
    }

    private Duration longerRest() {
        Duration twice = rest.multipliedBy(2);
        return twice.compareTo(settings.restMax()) > 0 ? settings.restMax() : twice;
    }

    /// After how many consecutive failures it opens, and its first and longest rest.
    public record Settings(int failures, Duration rest, Duration restMax) {
        /// The longest rest that can be set.
        public static final Duration LONGEST = Duration.ofDays(1);

        public Settings {
            if (failures < 1) {
                throw new IllegalArgumentException("expected 1 failure or more, found " + failures);
            }
            if (!rest.isPositive() || restMax.compareTo(rest) < 0) {
                throw new IllegalArgumentException(
                        "expected a positive rest of at most %s, found %s"
                                .formatted(restMax, rest));
            }
            if (restMax.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(
                        "expected a longest rest of at most %s, found %s"
                                .formatted(LONGEST, restMax));
            }
        }

        /// Returns the default settings: 5 failures, then a rest of 60 s, up to 15 min.
        public static Settings ofDefaults() {
            return new Settings(5, Duration.ofSeconds(60), Duration.ofMinutes(15));
        }
    }

    /// Whether requests pass.
    public enum State {
        /// Requests pass.
        CLOSED,
        /// No request passes until the rest is over.
        OPEN,
        /// One request passes, and its answer decides.
        HALF_OPEN;

        State on(Event event) {
            return TABLE.next(this, event);
        }
    }

    /// The triggers of transitions.
    public enum Event {
        /// A request succeeded.
        SUCCESS,
        /// A request failed; too few have failed to open.
        FAILURE,
        /// A request failed; enough have failed to open.
        TRIP,
        /// A request passes to test the source.
        PROBE
    }
}
