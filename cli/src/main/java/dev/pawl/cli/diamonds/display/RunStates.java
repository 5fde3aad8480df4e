package dev.pawl.cli.diamonds.display;

import dev.pawl.cli.screen.Paint;
import dev.pawl.engine.store.Store;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.table.RunRow;
import dev.pawl.run.RunId;

/// The states of runs as text, spelled as in the run diagram.
public final class RunStates {
    private static final String CANCELLED = "Cancelled";

    private RunStates() {}

    /// Returns the state of a run; if the engine no longer keeps it, what its row says.
    public static String of(Store store, RunRow row) {
        return store.run(RunId.parse(row.origin().engineRun()))
                .map(LoadSnapshot::state)
                .orElse(
                        row.completedAt() == null
                                ? RunState.Failed.name()
                                : RunState.Completed.name());
    }

    public static boolean isEnd(String state) {
        return state.equals(RunState.Completed.name())
                || state.equals(RunState.Failed.name())
                || state.equals(CANCELLED);
    }

    /// Returns a state in its colour: completed, failed, waiting or active.
    public static String painted(Paint paint, String state) {
        if (state.equals(RunState.Completed.name())) return paint.green(state);
        if (state.equals(RunState.Failed.name())) return paint.red(state);
        if (state.equals(RunState.ConsolidationSkipped.name())) return paint.yellow(state);
        return state.equals(CANCELLED) ? paint.faint(state) : paint.cyan(state);
    }
}
