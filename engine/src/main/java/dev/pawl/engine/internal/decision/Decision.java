package dev.pawl.engine.internal.decision;

import dev.pawl.machine.Attempt;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Message;
import dev.pawl.run.Run;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is to become durable, and what is to be done after that.
///
/// Without entries nothing changes, and there is nothing to commit. `accepts` says that a body's
/// outcome counts: one that came after the run was stopped does not, and neither does its SQL.
public record Decision(
        Run run,
        List<HistoryEntry> entries,
        List<Decision> others,
        List<Message> sent,
        List<Message> taken,
        Attempt.@Nullable Replay execute,
        boolean interrupt,
        boolean accepts) {

    /// Returns the decision that nothing happens to `run`.
    public static Decision none(Run run) {
        return new Decision(run, List.of(), List.of(), List.of(), List.of(), null, false, false);
    }

    /// Returns the decision with other values of its runs.
    public Decision of(Run after, List<Decision> created) {
        return new Decision(after, entries, created, sent, taken, execute, interrupt, accepts);
    }

    /// Returns whether anything changes.
    public boolean changes() {
        return !entries.isEmpty() || !taken.isEmpty();
    }
}
