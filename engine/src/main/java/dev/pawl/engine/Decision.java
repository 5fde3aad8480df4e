package dev.pawl.engine;

import dev.pawl.engine.store.Commit;
import dev.pawl.machine.Attempt;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is to become durable, and what is to be done after that.
///
/// Without entries nothing changes, and there is nothing to commit. `accepts` says that a body's
/// outcome counts: one that came after the run was stopped does not, and neither does its SQL.
record Decision(
        Run run,
        List<HistoryEntry> entries,
        List<Decision> others,
        List<Mail> sent,
        List<Mail> taken,
        Attempt.@Nullable Replay execute,
        boolean interrupt,
        boolean accepts) {

    /// Returns the decision that nothing happens to `run`.
    static Decision none(Run run) {
        return new Decision(run, List.of(), List.of(), List.of(), List.of(), null, false, false);
    }

    /// Returns the decision with other values of its runs.
    Decision of(Run after, List<Decision> born) {
        return new Decision(after, entries, born, sent, taken, execute, interrupt, accepts);
    }

    /// Returns everything that is sent, by the runs that come into being too.
    List<Mail> allSent() {
        if (others.isEmpty()) return sent;
        List<Mail> all = new ArrayList<>(sent);
        for (Decision other : others) all.addAll(other.sent());
        return all;
    }

    /// Returns whether anything changes.
    boolean changes() {
        return !entries.isEmpty() || !taken.isEmpty();
    }

    /// Returns the change of the run itself.
    Commit.Change change() {
        return new Commit.Change(run, entries);
    }
}
