package dev.pawl.engine.internal.recovery;

import dev.pawl.engine.CrashReport;
import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.internal.decision.Input;
import dev.pawl.engine.internal.decision.ParkingReasons;
import dev.pawl.engine.internal.kernel.Dispatcher;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRun;
import dev.pawl.engine.internal.kernel.RunParking;
import dev.pawl.engine.internal.loop.EngineContext;
import dev.pawl.engine.internal.loop.RunLoop;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Message;
import dev.pawl.run.QueuePlace;
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

/// Recovers runs that the previous process of this engine or another node has left.
///
/// Safe to interrupt anywhere: what was not recovered is found again.
public final class RunRecovery {
    private static final int REPORTS_MAX = 100;

    private final EngineContext context;
    private final Kernel kernel;
    private final RunLoop loop;
    private final Dispatcher dispatcher;
    private final Map<String, Integer> inFlight = new ConcurrentHashMap<>();
    private final AtomicInteger repeated = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger parked = new AtomicInteger();

    public RunRecovery(EngineContext context, RunLoop loop) {
        this.context = context;
        this.kernel = context.kernel();
        this.loop = loop;
        this.dispatcher = new Dispatcher(kernel);
    }

    /// Recovers a run that this node has claimed; `crashed` says whether its owner crashed.
    public void take(Run claimed, boolean crashed) {
        Run run = claimed.ownedBy(kernel.node.epoch());
        if (run.wake().isPresent()) context.timers().set(run);
        QueuePlace place = run.origin().queuePlace();
        switch (run.status()) {
            case RUNNING, CLEANING -> reclaim(run, crashed);
            case ACQUIRING -> ask(run);
            case PARKED -> unpark(run);
            case BLOCKED -> go("link", () -> loop.link(run));
            case QUEUED -> {
                if (place != null) context.queues().touch(place.queue());
            }
            // Timers wake these, or an operator does.
            case DELAYED, BACKING_OFF, WAITING, PAUSED -> {}
            case COMPLETED, ABORTED, FAILED, EXHAUSTED, CANCELLED, EXPIRED, SKIPPED -> {}
        }
    }

    /// Lets a run wait for its permits again; under another definition it may need others.
    public void ask(Run run) {
        boolean known =
                context.registry()
                        .find(run.machine())
                        .filter(machine -> machine.ref().equals(run.origin().machine()))
                        .isPresent();
        if (known && run.condition().permits() != null) context.permits().ask(run);
        else go("ask", () -> adoptAndAsk(run));
    }

    private void adoptAndAsk(Run run) {
        Run adopted = loop.apply(run.id(), new Input.Adopted()).run();
        if (adopted.status() == RunStatus.ACQUIRING) context.permits().ask(adopted);
    }

    /// Recovers a run whose body was executing, if it was.
    public void reclaim(Run run, boolean crashed) {
        if (!run.isInFlight()) return;
        Input input = new Input.Reclaimed(crashed);
        // A live run says that this node is about to execute it.
        LiveRun live = context.liveRuns().drive(run.id());
        boolean going = false;
        try {
            going = go("reclaim", () -> reclaimed(run, input), () -> context.liveRuns().rest(live));
        } finally {
            if (!going) context.liveRuns().rest(live);
        }
    }

    private void reclaimed(Run run, Input input) {
        new RunParking(kernel, context.liveRuns(), loop)
                .orPark(
                        run.id(),
                        "reclaim",
                        () -> {
                            reclaimed(run, loop.applyToClaimed(run, input));
                            return true;
                        },
                        () -> {});
    }

    private void reclaimed(Run before, Decision decision) {
        // This process had recovered it meanwhile.
        if (!decision.changes()) return;
        inFlight.merge(before.machine() + " " + before.state(), 1, Integer::sum);
        RunStatus after = decision.run().status();
        if (after == RunStatus.PARKED) parked.incrementAndGet();
        else if (after.isEnd()) ended.incrementAndGet();
        else repeated.incrementAndGet();
    }

    /// Waits until all are recovered, and stores a report.
    public CrashReport report(boolean crashed, Instant opened, Duration untilReady) {
        awaitIdle();
        long kept = kernel.store.count(Filter.ALL.live());
        CrashReport report =
                new CrashReport(
                        opened,
                        crashed,
                        inFlight,
                        repeated.get(),
                        ended.get(),
                        parked.get(),
                        kept,
                        untilReady);
        write(report);
        return report;
    }

    private void write(CrashReport report) {
        if (kernel.isClosing()) return;
        String name = report.opened() + " " + kernel.node.epoch();
        kernel.commit(
                Commit.of(
                        new NamedDocument(
                                NamedDocument.Kind.REPORT, name, JsonCodec.JSON.encode(report))));
        List<NamedDocument> all = kernel.store.documents(NamedDocument.Kind.REPORT);
        for (int i = 0; i < all.size() - REPORTS_MAX; i++) {
            kernel.commit(
                    Commit.of(
                            new NamedDocument(NamedDocument.Kind.REPORT, all.get(i).name(), null)));
        }
    }

    /// Resumes a run that was parked because it lacked a definition, if there is one now.
    public void unpark(Run run) {
        boolean known = context.registry().find(run.machine()).isPresent();
        if (known && ParkingReasons.isForDefinition(run)) go("unpark", () -> loop.unpark(run.id()));
    }

    /// Delivers messages that their senders could not, those of one run in order.
    public void deliver(List<Message> messages) {
        Map<RunId, List<Message>> byRun = new TreeMap<>();
        for (Message message : messages) {
            byRun.computeIfAbsent(message.to(), _ -> new ArrayList<>()).add(message);
        }
        if (kernel.isClosing()) return;
        // Each delivery waits for the store by itself: none is repeated.
        byRun.values().forEach(all -> dispatcher.go("message", () -> all.forEach(this::deliver)));
    }

    /// A message that is refused stays in the store, and must not hold back those after it.
    private void deliver(Message message) {
        kernel.guarded("message", () -> loop.deliver(message));
    }

    public void go(String name, Runnable body) {
        go(name, body, () -> {});
    }

    /// Does work on a separate task, and then `last`; false if the engine is closing.
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

    public void awaitIdle() {
        dispatcher.awaitIdle();
    }
}
