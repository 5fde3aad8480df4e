package dev.pawl.engine.internal.loop;

import dev.pawl.engine.Refused;
import dev.pawl.engine.internal.decision.Decide;
import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.internal.decision.Input;
import dev.pawl.engine.internal.decision.Launch;
import dev.pawl.engine.internal.kernel.CommitExtras;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.KeyLocks;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Start;
import dev.pawl.run.Predecessor;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Starts runs for callers. A run is durable when its start returns, and is started at most once
/// where that is asked for.
public final class Launcher {
    private static final int PAUSE_MILLIS_MAX = 10;

    private final Kernel kernel;
    private final Starts starts;
    private final RunLoop loop;

    public Launcher(Kernel kernel, Starts starts, RunLoop loop) {
        this.kernel = kernel;
        this.starts = starts;
        this.loop = loop;
    }

    /// Starts a run, or finds the one that exists already; `documents` become durable with it.
    public RunId start(Start<?> start, List<NamedDocument> documents) {
        while (true) {
            long epoch = kernel.node.epoch();
            try {
                return start(start, documents, List.of());
            } catch (StoreException e) {
                switch (e.kind()) {
                    // Another node took the key meanwhile: now its run is found.
                    case GUARD_FAILED -> kernel.pauseAbout(PAUSE_MILLIS_MAX);
                    // Nothing was written. The parent of a child belongs to another node now.
                    case FENCED -> {
                        boolean again =
                                start.links().parent() == null && kernel.awaitEpochAfter(epoch);
                        if (!again) throw e;
                    }
                    case FULL, READ_ONLY, BUSY, LOCKED, EXPOSED, REFUSED -> throw e;
                    case STALE, CORRUPT, IO, CLOSED -> throw e;
                }
            }
        }
    }

    /// Starts a run, or finds the one that exists already, if the guards hold.
    public RunId start(Start<?> start, List<NamedDocument> documents, List<Guard> guards) {
        kernel.requireOpen();
        Predecessor after = start.links().after();
        if (after != null) requirePredecessor(after.run());
        Starts.Resolved.Fresh fresh;
        Decision created;
        try (KeyLocks.Held _ = starts.hold(List.of(start))) {
            switch (starts.resolve(start)) {
                case Starts.Resolved.Existing(var existing) -> {
                    commitAlone(documents, guards);
                    return existing;
                }
                case Starts.Resolved.Fresh found -> fresh = found;
            }
            List<Guard> all = new ArrayList<>(guards);
            all.addAll(fresh.guards());
            created = create(fresh.launch(), CommitExtras.documents(documents, all));
        }
        if (created != null) loop.carryOutStart(created);
        loop.cancelReplaced(fresh);
        return fresh.launch().id();
    }

    private void commitAlone(List<NamedDocument> documents, List<Guard> guards) {
        if (documents.isEmpty()) return;
        kernel.commitNow(Commit.of(documents.toArray(NamedDocument[]::new)).under(guards));
    }

    /// Remembers a predecessor that has ended: nothing refers to it before this start is durable,
    /// so retention may remove it until then.
    private void requirePredecessor(RunId id) {
        Run run = kernel.find(id).orElseThrow(() -> new Refused.UnknownRun(id.toString()));
        if (run.status().isEnd()) kernel.recentEnds.add(run, kernel.now());
    }

    /// Creates a run, and returns its first decision if that is still to be carried out. A child is
    /// created by a decision about its parent, which carries that out.
    private @Nullable Decision create(Launch launch, CommitExtras extras) {
        RunId parent = launch.origin().links().parent();
        if (parent == null) return loop.create(context -> Decide.start(launch, context), extras);
        Decision decision = loop.apply(parent, new Input.ChildStarted(launch), extras);
        if (!decision.changes()) {
            throw new Refused.Ended("run " + parent + " has ended and accepts no children");
        }
        return null;
    }
}
