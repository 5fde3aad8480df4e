package dev.pawl.testkit;

import dev.pawl.engine.Command;
import dev.pawl.engine.Why;
import dev.pawl.machine.Attempt;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One parsed line of a [Script].
sealed interface ScriptLine {

    /// A body asks and gets this outcome.
    record Answer(
            @Nullable String key,
            String state,
            int number,
            Attempt.@Nullable Replay replay,
            String outcome)
            implements ScriptLine {}

    /// Starts a run; the options are pairs of words.
    record Start(String key, Map<String, String> options, boolean isRefused)
            implements ScriptLine {}

    /// Kills the process and restarts it.
    record Crash() implements ScriptLine {}

    /// Closes the engine and opens it again.
    record Close() implements ScriptLine {}

    /// Lets time pass.
    record Wait(Duration time) implements ScriptLine {}

    /// Sends an event.
    record Send(String event, @Nullable String key, boolean isRefused) implements ScriptLine {}

    /// Gives an operator's order.
    record Order(Command command, @Nullable String key, boolean isRefused) implements ScriptLine {}

    /// Changes a queue as an operator does.
    record Queue(String name, String word) implements ScriptLine {}

    /// Expects a run to have this status and to be in this state.
    record Is(@Nullable String key, RunStatus status, @Nullable String state)
            implements ScriptLine {}

    /// Expects a run to have this response.
    record Says(@Nullable String key, String response) implements ScriptLine {}

    /// Expects a cause of this kind.
    record HasCause(@Nullable String key, Why.Cause.Kind kind) implements ScriptLine {}

    /// Expects exactly the bodies of these runs to execute.
    record Executing(List<String> keys) implements ScriptLine {}
}
