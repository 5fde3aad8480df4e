package dev.pawl.engine;

import dev.pawl.run.Lane;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Takes up runs that had a life before: in the last process of this engine, or on another node.
///
/// Safe to be cut off anywhere: what was not taken up yet is found again.
final class Lived {
    private final Parts parts;
    private final Kernel kernel;
    private final Runs runs;
    private final Dispatcher dispatcher;

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
            case RUNNING, CLEANING -> {
                if (run.isInFlight()) {
                    go("reclaim", () -> runs.apply(run.id(), new Input.Reclaimed(crashed)));
                }
            }
            case ACQUIRING -> runs.effects().ask(run);
            case PARKED -> unpark(run);
            case BLOCKED -> go("link", () -> runs.effects().link(run));
            case QUEUED -> {
                if (lane != null) parts.queues().touch(lane.queue());
            }
            default -> {}
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
        if (!kernel.isClosing()) dispatcher.go(name, body);
    }

    void awaitIdle() {
        dispatcher.awaitIdle();
    }
}
