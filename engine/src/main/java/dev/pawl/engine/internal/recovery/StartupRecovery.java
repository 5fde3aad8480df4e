package dev.pawl.engine.internal.recovery;

import dev.pawl.engine.CrashReport;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.loop.EngineContext;
import dev.pawl.engine.internal.loop.RunLoop;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.run.Message;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/// Recovers every run after a start of the engine, and stores a report.
///
/// Safe to interrupt anywhere: the next start finds what was not recovered.
public final class StartupRecovery {
    private static final int PAGE = 1_000;

    private final Kernel kernel;
    private final RunLoop loop;
    private final RunRecovery recovery;
    // Ids grow: greater ones are of this process.
    private final long first;

    /// Prepares to recover what is stored now; to be created before anything else moves runs.
    public StartupRecovery(EngineContext context, RunLoop loop) {
        this.kernel = context.kernel();
        this.loop = loop;
        this.recovery = new RunRecovery(context, loop);
        this.first = kernel.ids.next();
    }

    /// Recovers everything on a separate task, and then calls `done`; `crashed` says whether the
    /// previous process ended without closing.
    public void start(boolean crashed, Instant opened, Consumer<CrashReport> done) {
        Duration untilReady = Duration.between(opened, kernel.now());
        Runnable all = () -> done.accept(all(crashed, opened, untilReady));
        kernel.start("resume", () -> kernel.persistently("resume", () -> kernel.patiently(all)));
    }

    private CrashReport all(boolean crashed, Instant opened, Duration untilReady) {
        each(
                Filter.ALL.status(RunStatus.RUNNING, RunStatus.CLEANING),
                run -> recovery.reclaim(run, crashed));
        each(Filter.ALL.status(RunStatus.ACQUIRING), recovery::ask);
        each(Filter.ALL.status(RunStatus.PARKED), recovery::unpark);
        each(
                Filter.ALL.status(RunStatus.BLOCKED),
                run -> recovery.go("link", () -> loop.link(run)));
        messages();
        return recovery.report(crashed, opened, untilReady);
    }

    private void each(Filter filter, Consumer<Run> each) {
        Page page = Page.oldest(PAGE);
        while (!kernel.isClosing()) {
            List<Run> found = kernel.store.runs(filter, page);
            for (Run run : found) {
                if (run.id().value() < first) kernel.guarded("resume", () -> each.accept(run));
            }
            if (found.size() < PAGE) return;
            page = page.after(found.getLast().id());
        }
    }

    private void messages() {
        // By id, since what is refused stays in the store.
        long beyond = 0;
        while (!kernel.isClosing()) {
            List<Message> found = kernel.store.messages(beyond, Page.LIMIT_MAX);
            // What this process sent, its sender delivers.
            recovery.deliver(found.stream().filter(message -> message.id() < first).toList());
            recovery.awaitIdle();
            if (found.size() < Page.LIMIT_MAX) return;
            beyond = found.getLast().id();
            if (beyond >= first) return;
        }
    }
}
