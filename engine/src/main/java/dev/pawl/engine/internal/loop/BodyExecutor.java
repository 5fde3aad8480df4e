package dev.pawl.engine.internal.loop;

import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Limits;
import dev.pawl.engine.Refused;
import dev.pawl.engine.internal.decision.Input;
import dev.pawl.engine.internal.decision.ParkingReasons;
import dev.pawl.engine.internal.decision.PayloadSize;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.Registry;
import dev.pawl.engine.internal.kernel.RunningAttempt;
import dev.pawl.engine.internal.time.StopMonitor;
import dev.pawl.engine.internal.time.Timers;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Body;
import dev.pawl.machine.Definition;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Merge;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Retry;
import dev.pawl.machine.Start;
import dev.pawl.machine.State;
import dev.pawl.machine.Transaction.RowMapper;
import dev.pawl.machine.Unreadable;
import dev.pawl.machine.Writing;
import dev.pawl.run.Failure;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Executes bodies: calls user code and turns its outcome into an input.
final class BodyExecutor {
    private static final int CHILDREN_AT_ONCE = 1_000;

    private final Kernel kernel;
    private final Registry registry;
    private final Timers timers;
    private final Starts starts;

    BodyExecutor(Kernel kernel, Registry registry, Timers timers, Starts starts) {
        this.kernel = kernel;
        this.registry = registry;
        this.timers = timers;
        this.starts = starts;
    }

    /// Executes the next body of `run`, and returns its answer; empty if the engine is closing and
    /// the body was interrupted.
    ///
    /// Whatever is thrown on the way fails the attempt. Nothing gets past this but the crash of a
    /// simulated host.
    Optional<Answer> execute(
            Run run, Attempt.Replay replay, RunningAttempt running, Memory memory) {
        try {
            Machine<?, ?> machine = registry.machine(run.machine());
            kernel.publish(new EngineEvent.AttemptStarted(run));
            Timers.@Nullable Alarm alarm = alarm(machine.definition(), run, running);
            try {
                return execute(machine, run, replay, new BodyServices(run, running, memory));
            } finally {
                if (alarm != null) alarm.cancel();
            }
        } catch (Throwable e) {
            kernel.requireHost();
            return Optional.of(new Answer(new Input.Threw(Failure.of(e), Input.Severity.BUG)));
        }
    }

    private <I, O> Optional<Answer> execute(
            Machine<I, O> machine, Run run, Attempt.Replay replay, BodyServices services) {
        RunningAttempt running = services.running;
        Throwable thrown = null;
        Outcome<O> outcome = null;
        if (running.start()) {
            try {
                Attempt<I, O> attempt = new Attempt<>(machine, run, replay, services);
                outcome = call(machine, run, running, attempt);
            } catch (Throwable e) {
                thrown = e;
            }
        }
        RunningAttempt.Cause cause = running.end();
        kernel.host.clearInterrupt();
        publishEnd(run, running, thrown);
        if (outcome != null) return Optional.of(answer(machine, run, outcome));
        boolean over =
                cause == RunningAttempt.Cause.CLOSING || cause == RunningAttempt.Cause.FENCED;
        if (over) return Optional.empty();
        return Optional.of(new Answer(input(machine, run, thrown, cause)));
    }

    private static <I, O> Outcome<O> call(
            Machine<I, O> machine, Run run, RunningAttempt running, Attempt<I, O> attempt)
            throws Exception {
        if (run.status() == RunStatus.CLEANING) {
            Body<I, O> cleanup = machine.cleanup().orElseThrow();
            return given(cleanup.execute(attempt), "the cleanup after", run);
        }
        Optional<Body<I, O>> recovery = machine.recovery(run.state());
        if (attempt.replay() == Attempt.Replay.CRASH && recovery.isPresent()) {
            Outcome<O> outcome = given(recovery.get().execute(attempt), "the recovery of", run);
            if (!(outcome instanceof Outcome.ExecuteBody)) return outcome;
            // The interruption was the recovery's, and the body would not see it.
            if (running.ignoringSince() != null) {
                throw new InterruptedException("asked to stop before the step's own body");
            }
        }
        return given(machine.body(run.state()).execute(attempt), "the body of", run);
    }

    private static <O> Outcome<O> given(@Nullable Outcome<O> outcome, String what, Run run) {
        if (outcome == null) {
            throw new NullPointerException(
                    "%s step '%s' of %s returned null; expected an outcome"
                            .formatted(what, run.state(), run.origin().machine()));
        }
        return outcome;
    }

    private void publishEnd(Run run, RunningAttempt running, @Nullable Throwable thrown) {
        Duration took = Duration.between(running.startedAt(), kernel.now());
        String error = thrown == null ? null : Kernel.text(thrown);
        kernel.publish(new EngineEvent.AttemptEnded(run, took, error));
    }

    private static Input input(
            Machine<?, ?> machine,
            Run run,
            @Nullable Throwable thrown,
            RunningAttempt.@Nullable Cause cause) {
        Definition definition = machine.definition();
        if (cause == RunningAttempt.Cause.TIMEOUT) {
            String message =
                    "the attempt took longer than its timeout of " + timeout(definition, run);
            return new Input.TimedOut(Failure.of("Timeout", message));
        }
        if (cause == RunningAttempt.Cause.REVOKED) {
            PermitNeed held = run.heldPermits();
            return new Input.Revoked(held == null ? "" : held.pool());
        }
        if (thrown instanceof Unreadable unreadable && cause == null) {
            return new Input.Park(ParkingReasons.unreadable(unreadable));
        }
        if (thrown == null) {
            return new Input.Threw(
                    Failure.of("Stopped", "stopped before it started"), Input.Severity.RETRY);
        }
        return new Input.Threw(
                Failure.of(thrown), ErrorSeverity.severity(thrown, retry(definition, run)));
    }

    private <I, O> Answer answer(Machine<I, O> machine, Run run, Outcome<O> outcome) {
        try {
            return encoded(machine, run, outcome);
        } catch (Throwable e) {
            kernel.requireHost();
            return new Answer(new Input.Threw(Failure.of(e), severity(machine, run, e)));
        }
    }

    /// Returns how bad it is that an outcome cannot be recorded. What is too large, not encodable
    /// or refused stays so; a key that is in use may become free, and a store may recover.
    private static Input.Severity severity(Machine<?, ?> machine, Run run, Throwable e) {
        if (e instanceof Refused.AlreadyRunning || e instanceof StoreException) {
            return Input.Severity.RETRY;
        }
        if (e instanceof RuntimeException) return Input.Severity.FAIL;
        return ErrorSeverity.severity(e, retry(machine.definition(), run));
    }

    private <I, O> Answer encoded(Machine<I, O> machine, Run run, Outcome<O> outcome) {
        Outcome.Extras extras = outcome.extras();
        Payload response = response(machine, run, outcome);
        Payload context =
                extras.context() == null ? null : machine.codec().encode(extras.context());
        PayloadSize.check("response", run.machine(), response);
        PayloadSize.check("context", run.machine(), context);
        List<Message> messages = messages(machine, extras);
        List<Input.Undelivered> undelivered = undelivered(messages);
        Outcome<Payload> plain = payload(outcome);
        Starts.Ready ready = ready(run, extras);
        var input =
                new Input.Answered(
                        plain, response, context, messages, undelivered, ready.launches());
        return new Answer(input, extras.writings(), ready, () -> answer(machine, run, outcome));
    }

    /// Removes the events that reach no run, and returns them.
    private List<Input.Undelivered> undelivered(List<Message> messages) {
        if (messages.isEmpty()) return List.of();
        return kernel.getPatiently(() -> Recipients.removeMissing(kernel, messages));
    }

    /// What the body has done is not to be thrown away because the store is busy.
    private Starts.Ready ready(Run run, Outcome.Extras extras) {
        List<Start<?>> all = new ArrayList<>();
        for (Start<?> child : extras.children()) all.add(Starts.childOf(run, child));
        for (Start<?> other : extras.launches()) all.add(Starts.causedBy(run, other));
        if (all.isEmpty()) return Starts.Ready.NOTHING;
        return kernel.getPatiently(() -> starts.ready(all));
    }

    private <I, O> List<Message> messages(Machine<I, O> machine, Outcome.Extras extras) {
        if (extras.sends().isEmpty()) return List.of();
        List<Message> messages = new ArrayList<>();
        OutcomeSize size = OutcomeSize.ofSends(extras.sends().size());
        for (Outcome.Send send : extras.sends()) {
            Payload body = machine.codec().encode(send.event());
            PayloadSize.check("event", body);
            size.add(body);
            String name = Machine.eventName(send.event().getClass());
            messages.add(
                    new Message(
                            kernel.ids.next(),
                            send.to(),
                            Message.Kind.EVENT,
                            name,
                            body,
                            kernel.now()));
        }
        return messages;
    }

    private static <O> @Nullable Payload response(
            Machine<?, O> machine, Run run, Outcome<O> outcome) {
        O given =
                switch (outcome) {
                    case Outcome.Next<O> next -> next.response();
                    case Outcome.Finish<O> finish -> finish.response();
                    case Outcome.GoTo<O> to -> to.response();
                    case Outcome.Repeat<O> _, Outcome.WaitAndRepeat<O> _ -> null;
                    case Outcome.RetryAfter<O> _, Outcome.ExecuteBody<O> _ -> null;
                    case Outcome.Abort<O> _, Outcome.Fail<O> _ -> null;
                };
        Payload before = run.data().response();
        if (given == null) return before;
        Payload after = machine.codec().encode(given);
        if (before == null || machine.definition().policies().merge() == Merge.REPLACE)
            return after;
        return machine.codec().patch(before, after);
    }

    /// Returns the outcome without its typed response: that travels as bytes beside it.
    private static Outcome<Payload> payload(Outcome<?> outcome) {
        Outcome.Extras extras = outcome.extras();
        return switch (outcome) {
            case Outcome.Next<?> _ -> new Outcome.Next<>(null, extras);
            case Outcome.Finish<?> _ -> new Outcome.Finish<>(Payload.empty(), extras);
            case Outcome.GoTo<?> to -> new Outcome.GoTo<>(to.state(), null, extras);
            case Outcome.Repeat<?> again -> new Outcome.Repeat<>(again.delay(), extras);
            case Outcome.WaitAndRepeat<?> later ->
                    new Outcome.WaitAndRepeat<>(later.delay(), later.reason(), extras);
            case Outcome.RetryAfter<?> retry ->
                    new Outcome.RetryAfter<>(retry.delay(), retry.reason(), extras);
            case Outcome.Abort<?> abort -> new Outcome.Abort<>(abort.reason(), extras);
            case Outcome.Fail<?> fail -> new Outcome.Fail<>(fail.reason(), extras);
            case Outcome.ExecuteBody<?> _ -> new Outcome.ExecuteBody<>(extras);
        };
    }

    private Timers.@Nullable Alarm alarm(Definition definition, Run run, RunningAttempt running) {
        Duration timeout = timeout(definition, run);
        if (timeout == null) return null;
        Instant at = kernel.after(timeout);
        return timers.alarm(
                at,
                () ->
                        new StopMonitor(kernel, timers)
                                .stop(run, running, RunningAttempt.Cause.TIMEOUT));
    }

    private static @Nullable Duration timeout(Definition definition, Run run) {
        if (run.status() == RunStatus.CLEANING) {
            return definition.cleanup() == null ? null : definition.cleanup().timeout();
        }
        return definition.state(run.state()) instanceof State.Step step ? step.timeout() : null;
    }

    private static Retry retry(Definition definition, Run run) {
        if (run.status() == RunStatus.CLEANING) {
            return definition.cleanup() == null ? Retry.never() : definition.cleanup().retry();
        }
        State state = definition.state(run.state());
        return state instanceof State.Step step ? step.retry() : Retry.never();
    }

    /// Records a result of a body durably, under the lock of its run.
    interface Memory {
        @Nullable Payload recall(String name);

        void record(String name, Payload value);
    }

    /// What an attempt came to, and what becomes durable with it; `again` makes the same answer
    /// with its starts prepared again.
    record Answer(Input input, List<Writing> writings, Starts.Ready ready, Supplier<Answer> again) {
        Answer(Input input) {
            this(input, List.of(), Starts.Ready.NOTHING, () -> new Answer(input));
        }
    }

    /// What a body can ask the engine for.
    private final class BodyServices implements Attempt.Services {
        private final Run run;
        private final RunningAttempt running;
        private final Memory memory;

        BodyServices(Run run, RunningAttempt running, Memory memory) {
            this.run = run;
            this.running = running;
            this.memory = memory;
        }

        @Override
        public @Nullable Payload memo(String name) {
            return memory.recall(name);
        }

        @Override
        public void memo(String name, Payload value) {
            memory.record(name, value);
        }

        @Override
        public List<Run> children() {
            Filter filter = Filter.ALL.parent(run.id());
            List<Run> all = new ArrayList<>();
            Page page = Page.oldest(CHILDREN_AT_ONCE);
            while (true) {
                List<Run> some = kernel.store.runs(filter, page);
                all.addAll(some);
                if (all.size() > Limits.CHILDREN_MAX) throw tooMany();
                if (some.size() < page.limit()) return all;
                page = page.after(some.getLast().id());
            }
        }

        private Refused tooMany() {
            return new Refused.TooLarge(
                    ("run %s has more than %d children, and a body lists up to %d; let each child"
                                    + " send its result, or start fewer of them per run")
                            .formatted(run.id(), Limits.CHILDREN_MAX, Limits.CHILDREN_MAX));
        }

        @Override
        public <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters) {
            return kernel.store.query(sql, mapper, parameters);
        }

        @Override
        public Instant now() {
            return kernel.now();
        }

        @Override
        public void report(String progress) {
            running.report(progress);
        }
    }
}
