package dev.pawl.cli.diamonds;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.display.LoadDisplay;
import dev.pawl.cli.diamonds.display.LoadSnapshot;
import dev.pawl.cli.shell.EngineSession;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.Diamonds;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Why;
import dev.pawl.engine.control.ControlRequest.GetWhy;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.pipeline.alert.Alerts;
import dev.pawl.pipeline.lifecycle.PartitionState;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Starts a run of a feed, or resumes the live one, and follows it: in an engine of this process or
/// in the one that is already open.
final class LoadRun {
    private static final Duration INTERVAL = Duration.ofMillis(200);

    /// Nothing has moved for this long: then the reason is shown.
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Duration ALERTS = Duration.ofSeconds(5);
    private static final int PARTITIONS = 1_000;
    private static final int CAUSES = 3;

    private final DiamondsContext context;
    private final Shell shell;
    private final Diamonds diamonds;
    private final EngineSession session;

    LoadRun(DiamondsContext context, Diamonds diamonds, EngineSession session) {
        this.context = context;
        this.shell = context.shell();
        this.diamonds = diamonds;
        this.session = session;
    }

    /// Returns the live run of a feed.
    Optional<Run> live(String feed) {
        Filter filter = Filter.ALL.machine(RunState.MACHINE).key(feed).live();
        return runs(filter, 1).stream().findFirst();
    }

    private List<Run> runs(Filter filter, int limit) {
        Optional<Engine> own = session.own();
        Page page = Page.newest(limit);
        return own.isPresent()
                ? own.get().runs(filter, page)
                : context.ask(store -> store.runs(filter, page));
    }

    /// Starts a run, or returns the one of its feed that another process has started meanwhile.
    RunId start(RunRequest request) {
        try {
            return session.start(diamonds.start(request));
        } catch (RuntimeException e) {
            return live(request.feed()).map(Run::id).orElseThrow(() -> e);
        }
    }

    /// Shows a run until it ends or waits for an operator, or until this process is asked to stop.
    LoadSnapshot follow(RunId id, LoadDisplay display) throws InterruptedException {
        Progress progress = new Progress();
        try {
            while (true) {
                LoadSnapshot snapshot = snapshot(id);
                display.show(snapshot, progress.isStuck(snapshot) ? reason(id) : "");
                if (snapshot.isOver() || shell.shutdown.isRequestedWithin(INTERVAL)) {
                    return snapshot;
                }
            }
        } finally {
            display.close();
        }
    }

    /// Waits a few seconds for alerts that this process can deliver; what is left is delivered by
    /// the next process that opens an engine.
    void awaitAlerts() throws InterruptedException {
        if (session.own().isEmpty()) return;
        Filter pending = Filter.ALL.machine(Alerts.NAME).live();
        Instant until = shell.now().plus(ALERTS);
        while (!runs(pending, 1).isEmpty() && shell.now().isBefore(until)) {
            if (shell.shutdown.isRequestedWithin(INTERVAL)) return;
        }
    }

    LoadSnapshot snapshot(RunId id) {
        Run run = session.run(id);
        Optional<Engine> own = session.own();
        return own.isPresent()
                ? LoadSnapshot.of(shell.now(), run, own.get()::query)
                : context.ask(store -> LoadSnapshot.of(shell.now(), run, store::query));
    }

    /// Explains a partition that waits, one that backs off first; empty if none is live.
    private String reason(RunId id) {
        Filter partitions = Filter.ALL.machine(PartitionState.MACHINE).parent(id).live();
        return runs(partitions, PARTITIONS).stream()
                .min(Comparator.comparing(run -> run.status() != RunStatus.BACKING_OFF))
                .map(run -> text(why(run.id())))
                .orElse("");
    }

    private Why why(RunId id) {
        return session.own()
                .map(engine -> engine.why(id))
                .orElseGet(() -> shell.execute(new GetWhy(id)));
    }

    private static String text(Why why) {
        return why.causes().stream()
                .map(Why.Cause::text)
                .distinct()
                .limit(CAUSES)
                .collect(Collectors.joining("; "));
    }

    /// Whether anything has moved lately.
    private static final class Progress {
        private String last = "";
        private Instant since = Instant.MAX;

        boolean isStuck(LoadSnapshot snapshot) {
            String now =
                    "%s %d %d %d"
                            .formatted(
                                    snapshot.state(),
                                    snapshot.fetched(),
                                    snapshot.pending(),
                                    snapshot.completed());
            if (!now.equals(last)) {
                last = now;
                since = snapshot.at();
            }
            return !snapshot.isOver() && snapshot.at().isAfter(since.plus(PATIENCE));
        }
    }
}
