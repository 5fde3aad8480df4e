package dev.pawl.engine.internal.loop;

import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.internal.kernel.CommitExtras;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRun;
import dev.pawl.engine.internal.kernel.LiveRuns;
import dev.pawl.engine.internal.kernel.RunningAttempt;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.Run;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The one place where decisions about runs become durable. The caller holds the runs' locks.
///
/// Nothing waits for the store here: while it is unavailable, no lock is held.
final class RunCommits {
    private final Kernel kernel;
    private final LiveRuns liveRuns;
    private final RunDecisions decisions;
    private final Effects effects;
    private final LongSupplier ids;
    private final Queue<FollowUp> followUps = new ConcurrentLinkedQueue<>();

    RunCommits(EngineContext context, RunDecisions decisions, Effects effects) {
        this.kernel = context.kernel();
        this.liveRuns = context.liveRuns();
        this.decisions = decisions;
        this.effects = effects;
        this.ids = kernel.ids::next;
    }

    CommitBuilder builder() {
        return new CommitBuilder(ids);
    }

    /// Makes decisions durable, or throws at once. The runs that they create are locked from before
    /// the commit, when others can find them in the store, until [#carryOutStart].
    void commit(List<LiveRun> locked, CommitBuilder builder, CommitExtras extras) {
        List<Decision> created = builder.created();
        if (!created.isEmpty()) created.forEach(this::lock);
        boolean durable = false;
        try {
            kernel.commitNow(builder.build(extras));
            durable = true;
        } catch (RuntimeException | Error e) {
            // The store may have recorded it or not: the runs are read before the next decision.
            if (!(e instanceof StoreException)) for (LiveRun live : locked) live.stale = true;
            throw e;
        } finally {
            if (!durable) for (Decision first : created) unlock(live(first));
        }
        if (!builder.leases().isEmpty()) effects.hold(builder.leases());
    }

    /// Carries out a durable decision about a run. Another thread may carry out the starts of the
    /// runs that it creates.
    void carryOut(LiveRun live, @Nullable Run before, Decision decision) {
        FollowUp followUp = effects.carryOut(live, before, decision);
        List<Decision> others = decision.others();
        for (int i = 0; i < others.size(); i++) live(others.get(i)).lock.handOver();
        if (followUp != null) followUps.add(followUp);
    }

    /// Carries out the durable first decision about a run, unlocks the run, and returns it; the
    /// caller releases it.
    LiveRun carryOutStart(Decision first) {
        LiveRun live = live(first);
        live.lock.takeOver();
        try {
            carryOut(live, null, first);
        } finally {
            live.lock.give(kernel.host);
        }
        return live;
    }

    /// Returns something that is left to do without a lock, or null.
    @Nullable FollowUp nextFollowUp() {
        return followUps.isEmpty() ? null : followUps.poll();
    }

    /// Returns a run as it is now, under the definition that is registered now.
    Run current(LiveRun live, @Nullable RunningAttempt running) {
        if (!decisions.isKnown(live, running)) load(live, decisions.claimedOrRead(live));
        return live.loaded();
    }

    /// Brings a run into memory, under the definition that is registered now.
    void load(LiveRun live, Run run) {
        live.run = run;
        live.stale = false;
        RunningAttempt running = live.running;
        if (running != null && !running.isOf(run)) {
            running.stop(RunningAttempt.Cause.FENCED, kernel.now());
            live.running = null;
        }
        if (!decisions.isAdoptable(run)) return;
        Decision decision = decisions.adopt(run);
        commit(List.of(live), builder().add(run, decision), CommitExtras.NONE);
        carryOut(live, run, decision);
        followUps.add(new FollowUp.Adopted(decision));
    }

    private void lock(Decision first) {
        liveRuns.use(first.run().id()).lock.take(kernel.host);
    }

    private void unlock(LiveRun live) {
        live.lock.give(kernel.host);
        liveRuns.release(live);
    }

    private LiveRun live(Decision first) {
        return liveRuns.find(first.run().id()).orElseThrow();
    }
}
