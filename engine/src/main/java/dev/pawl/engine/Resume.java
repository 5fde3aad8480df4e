package dev.pawl.engine;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/// Takes up every run after a start of the engine, and writes down what was found.
///
/// Safe to be cut off anywhere: what was not taken up yet is found by the next start.
final class Resume {
    private static final int PAGE = 1_000;

    private final Kernel kernel;
    private final Runs runs;
    private final Lived lived;
    // Ids grow: what has a greater one began in this life.
    private final long first;

    /// Prepares to take up what there is now; to be made before anything else moves runs.
    Resume(Parts parts, Runs runs) {
        this.kernel = parts.kernel();
        this.runs = runs;
        this.lived = new Lived(parts, runs);
        this.first = kernel.ids.next();
    }

    /// Takes up everything; `crashed` says whether the last life ended without being closed.
    CrashReport all(boolean crashed, Instant opened, Duration untilReady) {
        each(
                Filter.ALL.status(RunStatus.RUNNING, RunStatus.CLEANING),
                run -> lived.reclaim(run, crashed));
        each(Filter.ALL.status(RunStatus.ACQUIRING), lived::ask);
        each(Filter.ALL.status(RunStatus.PARKED), lived::unpark);
        each(
                Filter.ALL.status(RunStatus.BLOCKED),
                run -> lived.go("link", () -> runs.effects().link(run)));
        mail();
        return lived.report(crashed, opened, untilReady);
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

    private void mail() {
        List<Mail> waiting;
        do {
            // What this life sent, its sender delivers.
            waiting =
                    kernel.store.mail(Page.LIMIT_MAX).stream()
                            .filter(mail -> mail.id() < first)
                            .toList();
            lived.deliver(waiting);
            lived.awaitIdle();
        } while (waiting.size() == Page.LIMIT_MAX && !kernel.isClosing());
    }
}
