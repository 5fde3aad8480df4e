package dev.pawl.engine.internal.loop;

import dev.pawl.engine.Refused;
import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.internal.decision.DecisionContext;
import dev.pawl.engine.internal.decision.Input;
import dev.pawl.engine.internal.decision.ParkingReasons;
import dev.pawl.engine.internal.kernel.CommitExtras;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRun;
import dev.pawl.engine.internal.kernel.LiveRuns;
import dev.pawl.engine.internal.kernel.Registry;
import dev.pawl.engine.internal.kernel.RunInputs;
import dev.pawl.engine.internal.kernel.RunParking;
import dev.pawl.engine.internal.kernel.RunningAttempt;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Retry;
import dev.pawl.machine.State;
import dev.pawl.machine.Writing;
import dev.pawl.run.Failure;
import dev.pawl.run.Message;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The loop of the engine: an input leads to a durable decision ([RunTransitions]), the decision is
/// carried out here, and the outcome of a body is the next input.
///
/// A body executes without the run's lock, on the run's own task. That task continues from outcome
/// to outcome until the run waits or ends.
public final class RunLoop implements RunInputs {
    private final Kernel kernel;
    private final Registry registry;
    private final LiveRuns liveRuns;
    private final RunDecisions decisions;
    private final RunTransitions transitions;
    private final BodyExecutor executor;
    private final RunningBodies bodies;
    private final MessageDelivery delivery;

    public RunLoop(EngineContext context, Starts starts, RunningBodies bodies) {
        this.kernel = context.kernel();
        this.registry = context.registry();
        this.liveRuns = context.liveRuns();
        this.decisions = new RunDecisions(kernel, registry);
        this.transitions = new RunTransitions(context, decisions);
        this.executor = new BodyExecutor(kernel, registry, context.timers(), starts);
        this.bodies = bodies;
        this.delivery = new MessageDelivery(kernel, registry, this);
    }

    /// Creates a run with its first decision: a transition from nothing. When this returns, the run
    /// is durable and locked, and [#carryOutStart] must follow.
    public Decision create(Function<DecisionContext, Decision> start, CommitExtras extras) {
        return transitions.create(start, extras);
    }

    /// Carries out the first decision about a run, which is durable and whose lock is held.
    public void carryOutStart(Decision first) {
        LiveRun live = transitions.carryOutStart(first);
        try {
            if (first.execute() != null) execute(live, first);
            Run run = first.run();
            if (!run.origin().links().predecessors().isEmpty()) startLinking(run);
        } finally {
            liveRuns.release(live);
        }
    }

    @Override
    public Decision apply(RunId id, Input input, CommitExtras extras) {
        LiveRun live = liveRuns.use(id);
        try {
            Decision decision = transition(live, null, input, extras);
            if (decision.execute() != null) execute(live, decision);
            return decision;
        } finally {
            liveRuns.release(live);
        }
    }

    /// Returns what an input would do to a run, and does nothing.
    public Decision preview(Run run, Input input) {
        return decisions.preview(run, input);
    }

    /// Applies an input to a run that this node has just claimed, without reading the run again.
    public Decision applyToClaimed(Run claimed, Input input) {
        LiveRun live = liveRuns.use(claimed.id());
        try {
            if (kernel.node.isShared()) live.claimed = claimed;
            return apply(claimed.id(), input);
        } finally {
            liveRuns.release(live);
        }
    }

    @Override
    public List<Decision> applyAll(List<RunId> ids, Input input, CommitExtras extras) {
        List<LiveRun> runs = ids.stream().map(liveRuns::use).toList();
        try {
            List<Decision> made;
            try {
                made = transitions.applyAll(runs, input, extras);
            } finally {
                followUp();
            }
            for (Decision decision : made) {
                carryOutForOthers(decision);
                executeIfRunning(liveRuns.find(decision.run().id()).orElseThrow(), decision);
            }
            return made;
        } finally {
            runs.forEach(liveRuns::release);
        }
    }

    /// Reads a running run again that another node has changed.
    public void refresh(RunId id) {
        LiveRun live = liveRuns.use(id);
        try {
            if (live.running != null) transitions.refresh(live);
        } finally {
            liveRuns.release(live);
            followUp();
        }
    }

    /// Moves a run to the registered definition if it was parked because there was none.
    public void unpark(RunId id) {
        apply(id, new Input.Adopted());
        apply(id, new Input.Unpark());
    }

    /// Registers a run with its predecessors.
    public void link(Run run) {
        new PredecessorLinks(kernel, this).link(run);
    }

    /// Cancels the run that a new one replaces, if it replaces one. The new one is durable, and its
    /// starter continues even if this fails.
    public void cancelReplaced(Starts.Resolved.Fresh started) {
        RunId replaced = started.replaces();
        if (replaced == null) return;
        RunId id = started.launch().id();
        hereOrLater(
                "replace", () -> new PredecessorLinks(kernel, this).cancelReplaced(id, replaced));
    }

    /// Delivers a message that an earlier process or another node has sent.
    public void deliver(Message message) {
        delivery.deliver(message);
    }

    /// Applies an input and carries out the decision, but for the execution of the run's own body.
    private Decision transition(
            LiveRun live, @Nullable RunningAttempt running, Input input, CommitExtras extras) {
        Decision decision;
        try {
            decision = transitions.apply(live, running, input, extras);
        } finally {
            followUp();
        }
        carryOutForOthers(decision);
        return decision;
    }

    /// Starts the runs that a decision created and delivers its messages: in the caller's task and
    /// one after the other, so that messages arrive in the order in which they were sent. Throws
    /// nothing: the caller executes the run's own body next.
    private void carryOutForOthers(Decision decision) {
        if (decision.others().isEmpty() && decision.sent().isEmpty()) return;
        if (kernel.attended) delivery.expect(decision.sent());
        for (Decision first : decision.others())
            kernel.guarded("start", () -> carryOutStart(first));
        if (!kernel.attended) return;
        deliver(decision);
        decision.others().forEach(this::deliver);
    }

    private void deliver(Decision decision) {
        // A message that its recipient cannot take now, because its inbox is full, must not stop
        // the sender: it stays in the store, and the next start of the engine delivers it.
        for (Message message : decision.sent()) {
            hereOrLater("message", () -> delivery.deliver(decision.run(), message));
        }
    }

    /// Does what follows a durable change, whose caller must not learn of errors. If this thread is
    /// a listener's and already holds the lock of the run that is to be changed, a task does it.
    private void hereOrLater(String task, Runnable work) {
        kernel.guarded(
                task,
                () -> {
                    try {
                        work.run();
                    } catch (Refused.WaitsForItself _) {
                        kernel.start(task, work);
                    }
                });
    }

    /// Does what transitions have left to do, on separate tasks.
    private void followUp() {
        FollowUp next;
        while ((next = transitions.nextFollowUp()) != null) {
            switch (next) {
                case FollowUp.Link(var run) -> startLinking(run);
                case FollowUp.Adopted(var decision) -> startAdopted(decision);
            }
        }
    }

    private void startLinking(Run run) {
        kernel.start("link", () -> kernel.patiently(() -> link(run)));
    }

    private void startAdopted(Decision decision) {
        LiveRun live = liveRuns.drive(decision.run().id());
        kernel.start(
                "follow",
                () -> {
                    try {
                        carryOutForOthers(decision);
                        executeIfRunning(live, decision);
                    } finally {
                        liveRuns.rest(live);
                    }
                });
    }

    private void executeIfRunning(LiveRun live, Decision decision) {
        Run run = live.run;
        boolean runs = run != null && run.status() == RunStatus.RUNNING;
        if (runs && decision.execute() != null) execute(live, decision);
    }

    /// Executes the body that a decision asks for, and those after it, on the run's own task.
    private void execute(LiveRun live, Decision decision) {
        if (registry.find(decision.run().machine()).isEmpty()) {
            String reason = ParkingReasons.missing(decision.run());
            parking().park(live.id, "park", reason, () -> {});
            return;
        }
        bodies.start(live, () -> executeAll(live, decision));
    }

    private void executeAll(LiveRun live, Decision first) {
        try {
            Decision decision = first;
            while (decision.execute() != null && !kernel.isClosing()) {
                Optional<Decision> next = attempt(live, decision.run(), decision.execute());
                if (next.isEmpty()) return;
                decision = next.get();
            }
        } catch (Throwable e) {
            abandon(live, e);
        }
    }

    /// Parks a run whose task could not record the outcome of its attempt, because nothing else
    /// would ever move it. Tries until it succeeds, so the run has a task for as long as it needs
    /// one.
    private void abandon(LiveRun live, Throwable problem) {
        String task = "run " + live.id;
        kernel.failed(task, problem);
        String reason = "its attempt could not be recorded: " + Kernel.text(problem);
        parking().persistently(live, task, new Input.Abandoned(reason));
    }

    private RunParking parking() {
        return new RunParking(kernel, liveRuns, this);
    }

    private Optional<Decision> attempt(LiveRun live, Run run, Attempt.Replay replay) {
        RunningAttempt running = live.running;
        // Another node has claimed the run before its body could start, or may claim it now.
        if (running == null || !running.isFor(run)) return Optional.empty();
        if (!kernel.node.mayExecute(running.epoch())) return Optional.empty();
        try {
            return attempt(live, run, replay, running);
        } catch (Throwable e) {
            running.abandon();
            throw e;
        }
    }

    private Optional<Decision> attempt(
            LiveRun live, Run run, Attempt.Replay replay, RunningAttempt running) {
        Optional<BodyExecutor.Answer> answer =
                executor.execute(run, replay, running, memory(live, running));
        while (answer.isPresent()) {
            try {
                return Optional.of(recordPatiently(live, running, answer.get()));
            } catch (StoreException e) {
                if (e.kind() == StoreException.Kind.FENCED) return Optional.empty();
                if (e.kind() != StoreException.Kind.GUARD_FAILED) throw e;
                // Another node took the key of a child meanwhile: its start is resolved again.
                answer = Optional.of(answer.get().again().get());
            }
        }
        return Optional.empty();
    }

    /// Records an answer when the store can. Meanwhile it does not hold the locks of the keys that
    /// it starts runs with, so each try resolves the starts again.
    private Decision recordPatiently(
            LiveRun live, RunningAttempt running, BodyExecutor.Answer first) {
        try {
            return record(live, running, first);
        } catch (StoreException e) {
            if (!e.kind().isTransient()) throw e;
        }
        return kernel.getPatiently(() -> record(live, running, first.again().get()));
    }

    private Decision record(LiveRun live, RunningAttempt running, BodyExecutor.Answer given) {
        boolean accepted = false;
        try {
            List<Writing> writings = bodies.marked(live, given.writings());
            CommitExtras extras = CommitExtras.of(writings, given.ready().guards());
            Decision decision = transition(live, running, given.input(), extras);
            accepted = decision.accepts();
            if (accepted) Recipients.report(kernel, decision.run(), given.input());
            return decision;
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.REFUSED) throw e;
            // The step's own SQL failed: nothing was recorded, so the attempt has failed.
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return transition(live, running, refused(live.loaded(), cause), CommitExtras.NONE);
        } catch (RuntimeException | Error e) {
            // One decision that cannot be made must not stop other runs.
            kernel.requireHost();
            Input park = new Input.Park("its answer could not be decided on: " + Kernel.text(e));
            return transition(live, running, park, CommitExtras.NONE);
        } finally {
            given.ready().close();
            if (accepted) cancelReplaced(given.ready().fresh());
        }
    }

    private void cancelReplaced(List<Starts.Resolved.Fresh> started) {
        // Few outcomes start runs, and an iterator costs time in every step.
        for (int i = 0; i < started.size(); i++) cancelReplaced(started.get(i));
    }

    private Input refused(Run run, Throwable cause) {
        State state = decisions.definition(run).state(run.state());
        Retry retry = state instanceof State.Step step ? step.retry() : Retry.never();
        return new Input.Threw(Failure.of(cause), ErrorSeverity.severity(cause, retry));
    }

    private BodyExecutor.Memory memory(LiveRun live, RunningAttempt running) {
        return new RecordedResults(live, input -> isRecorded(live, running, input));
    }

    private boolean isRecorded(LiveRun live, RunningAttempt running, Input input) {
        return kernel.getPatiently(() -> transition(live, running, input, CommitExtras.NONE))
                .changes();
    }
}
