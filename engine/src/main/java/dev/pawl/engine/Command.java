package dev.pawl.engine;

/// What an operator can do to a run.
public sealed interface Command {

    /// Stop before the next state; an attempt in flight is finished first.
    record Pause() implements Command {}

    /// Continue after a pause.
    record Resume() implements Command {}

    /// End as cancelled, with cleanup.
    record Cancel() implements Command {}

    /// Do not wait for the back-off, or try a parked run again.
    record RetryNow() implements Command {}

    /// Go to a state, forward or back; a body in flight is stopped first.
    record GoTo(String state) implements Command {}

    /// Leave the present state as if it were done.
    record Skip() implements Command {}

    /// Returns the command as a word.
    default String verb() {
        return switch (this) {
            case Pause() -> "pause";
            case Resume() -> "resume";
            case Cancel() -> "cancel";
            case RetryNow() -> "retry";
            case GoTo(String state) -> "go to " + state;
            case Skip() -> "skip";
        };
    }
}
