package dev.pawl.testkit;

import dev.pawl.engine.Command;
import dev.pawl.engine.Why;
import dev.pawl.machine.Attempt;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One line of a [Script], read.
sealed interface ScriptLine {

    /// A body asks, and is answered.
    record Answer(
            @Nullable String key,
            String state,
            int number,
            Attempt.@Nullable Replay replay,
            String outcome)
            implements ScriptLine {}

    /// A run is started; the options are pairs of words.
    record Start(String key, Map<String, String> options, boolean isRefused)
            implements ScriptLine {}

    /// The process dies and lives again.
    record Crash() implements ScriptLine {}

    /// The engine is closed and opened again.
    record Close() implements ScriptLine {}

    /// Time passes.
    record Wait(Duration time) implements ScriptLine {}

    /// An event is sent.
    record Send(String event, @Nullable String key, boolean isRefused) implements ScriptLine {}

    /// An operator gives an order.
    record Order(Command command, @Nullable String key, boolean isRefused) implements ScriptLine {}

    /// An operator changes a queue.
    record Queue(String name, String word) implements ScriptLine {}

    /// A run has this status, and is in this state.
    record Is(@Nullable String key, RunStatus status, @Nullable String state)
            implements ScriptLine {}

    /// A run has this response.
    record Says(@Nullable String key, String response) implements ScriptLine {}

    /// Something of this kind keeps a run.
    record Whys(@Nullable String key, Why.Cause.Kind kind) implements ScriptLine {}

    /// The bodies that execute now are those of these runs.
    record Executing(List<String> keys) implements ScriptLine {}
}
