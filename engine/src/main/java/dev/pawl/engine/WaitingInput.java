package dev.pawl.engine;

import org.jspecify.annotations.Nullable;

/// An input that waits for the turn of its run, and the answer for its caller.
///
/// It brings nothing else that must become durable with it. It is settled by the holder of the
/// turn, and read by its caller when that has let it know.
final class WaitingInput {
    private final Input input;
    private final @Nullable Flight flight;
    private final boolean asked;
    private @Nullable Decision made;
    private @Nullable Throwable problem;

    /// What a body answers counts only if `flight`, its own, is still the run's.
    WaitingInput(Input input, @Nullable Flight flight, boolean asked) {
        this.input = input;
        this.flight = flight;
        this.asked = asked;
    }

    Input input() {
        return input;
    }

    @Nullable Flight flight() {
        return flight;
    }

    /// Returns whether the caller wants to know at once if the store cannot record it now.
    boolean isAsked() {
        return asked;
    }

    /// Returns whether another caller may decide on it: only messages come in numbers.
    boolean isMessage() {
        return switch (input) {
            case Input.Received _, Input.Offered _, Input.Told _ -> true;
            default -> false;
        };
    }

    int bytes() {
        return switch (input) {
            case Input.Received(var mail, var _) -> mail.body().size();
            case Input.Offered(var mail) -> mail.body().size();
            case Input.Told(var mail) -> mail.body().size();
            default -> 0;
        };
    }

    boolean isSettled() {
        return made != null || problem != null;
    }

    void settle(Decision decision) {
        made = decision;
    }

    void fail(Throwable cause) {
        problem = cause;
    }

    /// Returns what was decided, or throws what went wrong.
    Decision answer() {
        switch (problem) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(problem);
        }
        Decision decision = made;
        if (decision == null) throw new IllegalStateException(input + " was not decided on");
        return decision;
    }
}
