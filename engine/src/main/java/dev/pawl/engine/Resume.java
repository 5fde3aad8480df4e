package dev.pawl.engine;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Takes up every run after a start of the engine, and writes down what was found.
///
/// Safe to be cut off anywhere: what was not taken up yet is found by the next start.
final class Resume {
    private static final int PAGE = 1_000;
    private static final int REPORTS_MAX = 100;

    private final Kernel kernel;
    private final Runs runs;
    private final Lived lived;
    // Ids grow: what has a greater one began in this life.
    private final long first;
    private final Map<String, Integer> inFlight = new ConcurrentHashMap<>();
    private final AtomicInteger redone = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger parked = new AtomicInteger();

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
                run -> reclaim(run, crashed));
        each(Filter.ALL.status(RunStatus.ACQUIRING), run -> runs.effects().ask(run));
        each(Filter.ALL.status(RunStatus.PARKED), lived::unpark);
        each(
                Filter.ALL.status(RunStatus.BLOCKED),
                run -> lived.go("link", () -> runs.effects().link(run)));
        mail();
        lived.awaitIdle();
        long kept = kernel.store.count(Filter.ALL.live());
        CrashReport report =
                new CrashReport(
                        opened,
                        crashed,
                        inFlight,
                        redone.get(),
                        ended.get(),
                        parked.get(),
                        kept,
                        untilReady);
        write(report);
        return report;
    }

    private void each(Filter filter, Consumer<Run> each) {
        Page page = Page.oldest(PAGE);
        while (!kernel.isClosing()) {
            List<Run> found = kernel.store.runs(filter, page);
            for (Run run : found) if (run.id().value() < first) each.accept(run);
            if (found.size() < PAGE) return;
            page = page.after(found.getLast().id());
        }
    }

    private void reclaim(Run run, boolean crashed) {
        if (!run.isInFlight()) return;
        Input input = new Input.Reclaimed(crashed);
        lived.go("reclaim", () -> reclaimed(run, runs.apply(run.id(), input)));
    }

    private void reclaimed(Run before, Decision decision) {
        // This life had taken it up in the meantime: nothing was cut off.
        if (!decision.changes()) return;
        inFlight.merge(before.machine() + " " + before.state(), 1, Integer::sum);
        RunStatus after = decision.run().status();
        if (after == RunStatus.PARKED) parked.incrementAndGet();
        else if (after.isEnd()) ended.incrementAndGet();
        else redone.incrementAndGet();
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

    private void write(CrashReport report) {
        if (kernel.isClosing()) return;
        String name = report.opened().toString();
        kernel.commit(Commit.of(new Item(Item.Kind.REPORT, name, JsonCodec.JSON.encode(report))));
        List<Item> all = kernel.store.items(Item.Kind.REPORT);
        for (int i = 0; i < all.size() - REPORTS_MAX; i++) {
            kernel.commit(Commit.of(new Item(Item.Kind.REPORT, all.get(i).name(), null)));
        }
    }
}
