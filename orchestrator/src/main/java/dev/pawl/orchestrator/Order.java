package dev.pawl.orchestrator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A request to an orchestration, named by what it does.
///
/// ```java
/// Order.start("cwe", "capec").full(true).by("me")
/// ```
///
/// @param targets the providers to act on; a start without targets starts every provider it can
/// @param count the number of permits for [Verb#PERMITS], the number of the quarantined record for
///   [Verb#REPLAY]
/// @param full for a start: read everything again
/// @param by the actor recorded in the history, if there is one
/// @param reason the reason recorded in the history, if there is one
public record Order(
        Verb verb,
        List<String> targets,
        long count,
        boolean full,
        @Nullable String by,
        @Nullable String reason) {
    public Order {
        targets = List.copyOf(targets);
    }

    /// Returns an order to start these providers, or all of them if none is named.
    public static Order start(String... targets) {
        return of(Verb.START, List.of(targets));
    }

    /// Returns an order to pause these providers.
    public static Order pause(String... targets) {
        return of(Verb.PAUSE, List.of(targets));
    }

    /// Returns an order to resume these paused providers.
    public static Order resume(String... targets) {
        return of(Verb.RESUME, List.of(targets));
    }

    /// Returns an order to stop these providers.
    public static Order stop(String... targets) {
        return of(Verb.STOP, List.of(targets));
    }

    /// Returns an order to take back all permits.
    public static Order drain() {
        return of(Verb.DRAIN, List.of());
    }

    /// Returns an order to set the number of permits.
    public static Order permits(long count) {
        return new Order(Verb.PERMITS, List.of(), count, false, null, null);
    }

    /// Returns an order to replay a quarantined record.
    public static Order replay(long number) {
        return new Order(Verb.REPLAY, List.of(), number, false, null, null);
    }

    /// Returns an order about these providers.
    public static Order of(Verb verb, List<String> targets) {
        return new Order(verb, targets, 0, false, null, null);
    }

    /// Returns this order with an actor for the history.
    public Order by(String actor) {
        return new Order(verb, targets, count, full, actor, reason);
    }

    /// Returns this order with a reason for the history.
    public Order reason(String text) {
        return new Order(verb, targets, count, full, by, text);
    }

    /// Returns this order to start, reading everything again or only what changed.
    public Order full(boolean all) {
        return new Order(verb, targets, count, all, by, reason);
    }

    /// Returns this order to start so that it skips active providers instead of being refused.
    public Order onlyIdle() {
        return verb == Verb.START
                ? new Order(Verb.START_IDLE, targets, count, full, by, reason)
                : this;
    }

    /// The verbs of an order.
    public enum Verb {
        START,
        /// Starts the targets that are not active: for schedules, which fire whether or not the
        /// previous cycle has ended.
        START_IDLE,
        PAUSE,
        RESUME,
        STOP,
        RETRY,
        DRAIN,
        PERMITS,
        FREEZE,
        THAW,
        REPLAY
    }

    /// What an order did, one sentence per effect.
    public record Result(List<String> done) {
        public Result {
            done = List.copyOf(done);
        }
    }
}
