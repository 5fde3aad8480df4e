package dev.pawl.orchestrator;

import java.util.List;

/// What somebody asks of an orchestration.
///
/// @param targets the providers that it is about; for a start, none means all that can be started
/// @param count permits for [Verb#PERMITS], the number of what was put aside for [Verb#REPLAY]
/// @param full for a start: read everything, whatever is known
public record Order(
        Verb verb, List<String> targets, long count, boolean full, String by, String reason) {
    public Order {
        targets = List.copyOf(targets);
    }

    /// Returns an order that starts providers, or all of them.
    public static Order start(boolean full, String by, List<String> targets) {
        return new Order(Verb.START, targets, 0, full, by, "");
    }

    /// Returns this as an order that is refused for nobody who is at work.
    public Order sparing() {
        return verb == Verb.START
                ? new Order(Verb.START_FREE, targets, count, full, by, reason)
                : this;
    }

    /// Returns an order about providers.
    public static Order of(Verb verb, String by, String reason, String... targets) {
        return new Order(verb, List.of(targets), 0, false, by, reason);
    }

    /// Returns an order about a number.
    public static Order of(Verb verb, long count, String by) {
        return new Order(verb, List.of(), count, false, by, "");
    }

    /// What can be asked.
    public enum Verb {
        START,
        /// Starts those of the targets that are not at work: for schedules, whose next time comes
        /// whether or not the last work is done.
        START_FREE,
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

    /// What was done, in words.
    public record Result(List<String> done) {
        public Result {
            done = List.copyOf(done);
        }
    }
}
