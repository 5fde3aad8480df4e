package dev.pawl.engine;

import dev.pawl.engine.store.StoreException;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// Inputs of several callers for one run, which are decided one after the other, each on what the
/// one before left, and become durable in one commit.
///
/// The first is that of the holder of the turn; the others are messages that wait for the same
/// turn. Each has its own decision, so callers and listeners see what they would have seen one by
/// one. What is refused is refused alone. Used by the holder of the turn alone.
final class InputBatch {
    /// One commit decides at most this many inputs and, beyond the first, this many bytes.
    static final int INPUTS_MAX = 512;

    static final int BYTES_MAX = 1 << 20;

    private final Kernel kernel;
    private final Turn turn;
    private final List<Turn.Waiter> joined = new ArrayList<>(0);
    private final List<WaitingInput> open = new ArrayList<>(1);

    // Of the latest pass.
    private final List<Step> steps = new ArrayList<>(1);
    private int bytes;

    private boolean closed;

    InputBatch(Kernel kernel, Turn turn, WaitingInput first) {
        this.kernel = kernel;
        this.turn = turn;
        open.add(first);
    }

    /// Returns whether there are inputs that are not settled.
    boolean isOpen() {
        return !open.isEmpty();
    }

    /// Returns whether a caller wants to know at once if the store cannot record it now.
    boolean isAsked() {
        for (WaitingInput input : open) if (input.isAsked()) return true;
        return false;
    }

    /// Returns the execution of a body that the first open input is the answer of.
    @Nullable Flight flight() {
        return open.getFirst().flight();
    }

    boolean accepts(WaitingInput more) {
        return !closed && steps.size() < INPUTS_MAX && bytes + more.bytes() <= BYTES_MAX;
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
            if (step.isLast()) return;
            before = step.after();
        }
    }

    private boolean join() {
        Turn.Waiter waiter = turn.join(this);
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

    /// Returns the decisions of the pass, each with what it was made on.
    List<Step> steps() {
        return steps;
    }

    /// Returns the decisions of the pass as one, for what they make durable.
    Decision whole() {
        if (steps.size() == 1) return steps.getFirst().decision();
        List<HistoryEntry> entries = new ArrayList<>(steps.size());
        List<Mail> sent = new ArrayList<>(0);
        List<Mail> taken = new ArrayList<>(0);
        for (Step step : steps) {
            entries.addAll(step.decision().entries());
            sent.addAll(step.decision().sent());
            taken.addAll(step.decision().taken());
        }
        Decision last = steps.getLast().decision();
        return new Decision(last.run(), entries, last.others(), sent, taken, null, false, false);
    }

    /// Answers those who want to know at once that the store cannot record anything now. From here
    /// on no input joins; those that are left wait until it can.
    void failAsked(StoreException problem, Host host) {
        closed = true;
        steps.clear();
        for (WaitingInput input : open) if (input.isAsked()) input.fail(problem);
        settled(host);
    }

    /// Gives all open inputs the same answer.
    void fail(Throwable problem) {
        for (WaitingInput input : open) input.fail(problem);
        open.clear();
    }

    /// Forgets the inputs of the pass, which are settled.
    void forget() {
        open.removeIf(WaitingInput::isSettled);
    }

    /// Lets the callers of inputs that joined and are settled have their answers. The holder of the
    /// turn has the answer of the first one.
    void settled(Host host) {
        forget();
        for (Turn.Waiter waiter : joined) {
            WaitingInput input = waiter.input();
            if (input != null && input.isSettled()) host.raise(waiter.called());
        }
        joined.removeIf(waiter -> waiter.input() == null || waiter.input().isSettled());
    }

    /// One input with what was decided on it, or why it was refused.
    record Step(WaitingInput input, Run before, Decision decision, @Nullable Throwable problem) {

        Run after() {
            return decision.run();
        }

        /// Returns whether no other input may be decided in the same pass. Other runs begin with
        /// the last decision of a commit. An answer that does not count may have been decided on a
        /// run that another node has changed since: only a commit would tell.
        private boolean isLast() {
            return !decision.others().isEmpty() || (input.flight() != null && !decision.changes());
        }
    }
}
