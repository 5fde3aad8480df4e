package dev.pawl.engine;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Item;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Lane;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Takes up runs that had a life before: in the last process of this engine, or on another node.
///
/// Safe to be cut off anywhere: what was not taken up yet is found again.
final class Lived {
    private static final int REPORTS_MAX = 100;

    private final Parts parts;
    private final Kernel kernel;
    private final Runs runs;
    private final Dispatcher dispatcher;
    private final Map<String, Integer> inFlight = new ConcurrentHashMap<>();
    private final AtomicInteger redone = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger parked = new AtomicInteger();

    Lived(Parts parts, Runs runs) {
        this.parts = parts;
        this.kernel = parts.kernel();
        this.runs = runs;
        this.dispatcher = new Dispatcher(kernel);
    }

    /// Takes up a run that this node has claimed; `crashed` says whether its owner died.
    void take(Run claimed, boolean crashed) {
        Run run = claimed.ownedBy(kernel.node.epoch());
        if (run.wake().isPresent()) parts.timers().set(run);
        Lane lane = run.origin().lane();
        switch (run.status()) {
            case RUNNING, CLEANING -> reclaim(run, crashed);
            case ACQUIRING -> ask(run);
            case PARKED -> unpark(run);
            case BLOCKED -> go("link", () -> runs.effects().link(run));
            case QUEUED -> {
                if (lane != null) parts.queues().touch(lane.queue());
            }
            default -> {}
        }
    }

    /// Puts a run into the line for its permits; under another definition it may need others.
    void ask(Run run) {
        boolean known =
                parts.registry()
                        .find(run.machine())
                        .filter(machine -> machine.ref().equals(run.origin().machine()))
                        .isPresent();
        if (known && run.condition().permits() != null) runs.effects().ask(run);
        else go("ask", () -> runs.effects().askAgain(run));
    }

    /// Takes up a run whose body was executing, if it was.
    void reclaim(Run run, boolean crashed) {
        if (!run.isInFlight()) return;
        Input input = new Input.Reclaimed(crashed);
        // Its cell says that this node is about to execute it.
        Cell cell = parts.cells().use(run.id());
        boolean going = false;
        try {
            going = go("reclaim", () -> reclaimed(run, input), () -> parts.cells().letGo(cell));
        } finally {
            if (!going) parts.cells().letGo(cell);
        }
    }

    private void reclaimed(Run run, Input input) {
        runs.orPark(
                run.id(),
                "reclaim",
                () -> {
                    reclaimed(run, runs.take(run, input));
                    return true;
                });
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

    /// Waits until all are taken up, and writes down what was found.
    CrashReport report(boolean crashed, Instant opened, Duration untilReady) {
        awaitIdle();
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

    private void write(CrashReport report) {
        if (kernel.isClosing()) return;
        String name = report.opened().toString();
        if (kernel.node.isShared()) name += " " + kernel.node.epoch();
        kernel.commit(Commit.of(new Item(Item.Kind.REPORT, name, JsonCodec.JSON.encode(report))));
        List<Item> all = kernel.store.items(Item.Kind.REPORT);
        for (int i = 0; i < all.size() - REPORTS_MAX; i++) {
            kernel.commit(Commit.of(new Item(Item.Kind.REPORT, all.get(i).name(), null)));
        }
    }

    /// Lets a run go on that was parked for want of a definition, if there is one now.
    void unpark(Run run) {
        boolean known = parts.registry().find(run.machine()).isPresent();
        if (known && Parking.isForDefinition(run)) go("unpark", () -> runs.unpark(run.id()));
    }

    /// Delivers mail that its sender could not: what one run gets, it gets in order.
    void deliver(List<Mail> mail) {
        Map<RunId, List<Mail>> byRun = new TreeMap<>();
        for (Mail one : mail) byRun.computeIfAbsent(one.to(), _ -> new ArrayList<>()).add(one);
        byRun.values().forEach(mails -> go("mail", () -> mails.forEach(runs::deliver)));
    }

    void go(String name, Runnable body) {
        go(name, body, () -> {});
    }

    /// Does work on a task of its own, and `last` when that is over; false if the engine is
    /// closing.
    private boolean go(String name, Runnable body, Runnable last) {
        if (kernel.isClosing()) return false;
        dispatcher.go(
                name,
                () -> {
                    try {
                        kernel.patiently(body);
                    } finally {
                        last.run();
                    }
                });
        return true;
    }

    void awaitIdle() {
        dispatcher.awaitIdle();
    }
}
