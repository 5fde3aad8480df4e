package dev.pawl.engine.internal.loop;

import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.RunLock;
import dev.pawl.engine.internal.kernel.RunningAttempt;
import dev.pawl.engine.internal.kernel.WaitingInput;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// Inputs of several callers for one run, which are decided one after the other, each on what the
/// one before left, and become durable in one commit.
///
/// The first is the input of the lock's holder; the others are messages that wait for the same
/// lock. Each has its own decision, so callers and listeners see what they would have seen one by
/// one. What is refused is refused alone: inputs that could not become durable together are decided
/// one by one, so that each has a commit of its own. Used by the holder of the lock alone.
final class InputBatch {
    /// One commit decides at most this many inputs and, beyond the first, this many bytes.
    static final int INPUTS_MAX = 512;

    static final int BYTES_MAX = 1 << 20;

    /// More callers than this are woken by a task of their own.
    private static final int WOKEN_DIRECTLY_MAX = 4;

    private final Kernel kernel;
    private final RunLock lock;
    private final List<RunLock.Waiter> joined = new ArrayList<>(0);
    private final List<WaitingInput> open = new ArrayList<>(1);

    // Of the latest pass.
    private final List<Step> steps = new ArrayList<>(1);
    private int bytes;

    private boolean oneByOne;

    InputBatch(Kernel kernel, RunLock lock, WaitingInput first) {
        this.kernel = kernel;
        this.lock = lock;
        open.add(first);
    }

    /// Returns whether there are inputs that are not settled.
    boolean isOpen() {
        return !open.isEmpty();
    }

    /// Returns the attempt whose outcome the first open input is, if it is one.
    @Nullable RunningAttempt running() {
        return open.getFirst().running();
    }

    private boolean accepts(WaitingInput more) {
        return more.isMessage()
                && !oneByOne
                && steps.size() < INPUTS_MAX
                && bytes + more.bytes() <= BYTES_MAX;
    }

    /// Decides on as many inputs as go together, those that an earlier pass left first.
    void decide(Run run, BiFunction<Run, WaitingInput, Decision> decide) {
        steps.clear();
        bytes = 0;
        Run before = run;
        int next = 0;
        while (next < open.size() || join()) {
            Step step = step(before, open.get(next++), decide);
            steps.add(step);
            if (oneByOne || step.isLast()) return;
            before = step.after();
        }
    }

    private boolean join() {
        if (!lock.isAwaited()) return false;
        RunLock.Waiter waiter = lock.removeFirst(this::accepts);
        WaitingInput input = waiter == null ? null : waiter.input();
        if (waiter == null || input == null) return false;
        joined.add(waiter);
        open.add(input);
        return true;
    }

    private Step step(
            Run before, WaitingInput input, BiFunction<Run, WaitingInput, Decision> decide) {
        bytes += input.bytes();
        try {
            return new Step(input, before, decide.apply(before, input), null);
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            kernel.requireHost();
            return new Step(input, before, Decision.none(before), e);
        }
    }

    /// Returns the decisions of the pass, each with the run that it was made on.
    List<Step> steps() {
        return steps;
    }

    /// Returns whether a run, read after a pass that failed, is as it was before the pass: then
    /// nothing of it was recorded.
    boolean isBefore(Run run) {
        return steps.isEmpty() || steps.getFirst().before().version() == run.version();
    }

    /// Gives the inputs of a pass that failed their answer. If there is only one, that is the
    /// problem itself. Of several, one may be at fault: from here on each is decided alone, and no
    /// other joins.
    void failed(Throwable problem) {
        if (oneByOne || open.size() == 1) open.removeFirst().fail(problem);
        oneByOne = true;
    }

    /// Gives all open inputs the same answer.
    void fail(Throwable problem) {
        for (WaitingInput input : open) input.fail(problem);
        open.clear();
    }

    /// Removes the inputs that are settled.
    void forget() {
        open.removeIf(WaitingInput::isSettled);
    }

    /// Wakes the callers of inputs that joined; all are settled. The holder of the lock has the
    /// answer of the first one.
    ///
    /// If they are many, a task wakes them: the holder is often the run's own task, and while it
    /// woke them, the first ones would come back and make its next outcome wait for their commit.
    /// An unattended engine has neither.
    void wakeCallers() {
        boolean many = joined.size() > WOKEN_DIRECTLY_MAX;
        if (many && kernel.attended) kernel.start("wake callers", this::wakeAll);
        else wakeAll();
    }

    private void wakeAll() {
        for (RunLock.Waiter waiter : joined) kernel.host.raise(waiter.called());
    }

    /// One input with what was decided on it, or why it was refused.
    record Step(WaitingInput input, Run before, Decision decision, @Nullable Throwable problem) {

        Run after() {
            return decision.run();
        }

        /// Returns whether no other input may be decided in the same pass. Only the last decision
        /// of a commit creates runs. An outcome that does not count may have been decided on a run
        /// that another node has changed since, which only a commit would detect.
        private boolean isLast() {
            return !decision.others().isEmpty() || (input.running() != null && !decision.changes());
        }
    }
}
