package dev.pawl.engine;

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
import dev.pawl.run.Mail;
import dev.pawl.run.Payload;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Executes bodies: calls the user's code and turns whatever comes of it into an input.
final class Runner {
    private static final int CHILDREN_AT_ONCE = 1_000;

    private final Kernel kernel;
    private final Registry registry;
    private final Timers timers;
    private final Starts starts;

    Runner(Kernel kernel, Registry registry, Timers timers, Starts starts) {
        this.kernel = kernel;
        this.registry = registry;
        this.timers = timers;
        this.starts = starts;
    }

    /// Executes the body that `run` stands before, and returns its answer; empty if the engine is
    /// closing and the body was cut off.
    ///
    /// Whatever is thrown on the way fails the attempt. Nothing gets past this but the crash of a
    /// simulated host.
    Optional<Answer> execute(Run run, Attempt.Replay replay, Flight flight, Memory memory) {
        try {
            Machine<?, ?> machine = registry.machine(run.machine());
            kernel.tell(new Happening.AttemptStarted(run));
            Timers.@Nullable Alarm alarm = alarm(machine.definition(), run, flight);
            try {
                return execute(machine, run, replay, new Seat(flight, memory));
            } finally {
                if (alarm != null) alarm.cancel();
            }
        } catch (Throwable e) {
            kernel.requireHost();
            return Optional.of(new Answer(new Input.Threw(Failure.of(e), Input.Severity.BUG)));
        }
    }

    private <I, O> Optional<Answer> execute(
            Machine<I, O> machine, Run run, Attempt.Replay replay, Seat seat) {
        Flight flight = seat.flight();
        Throwable thrown = null;
        Outcome<O> outcome = null;
        if (flight.begin()) {
            try {
                Desk desk = new Desk(run, flight, seat.memory());
                outcome = call(machine, run, flight, new Attempt<>(machine, run, replay, desk));
            } catch (Throwable e) {
                thrown = e;
            }
        }
        Flight.Cause cause = flight.end();
        kernel.host.clearInterrupt();
        tellEnd(run, flight, thrown);
        if (outcome != null) return Optional.of(answer(machine, run, outcome));
        boolean over = cause == Flight.Cause.CLOSING || cause == Flight.Cause.FENCED;
        if (over) return Optional.empty();
        return Optional.of(new Answer(input(machine, run, thrown, cause)));
    }

    private static <I, O> Outcome<O> call(
            Machine<I, O> machine, Run run, Flight flight, Attempt<I, O> attempt) throws Exception {
        if (run.status() == RunStatus.CLEANING) {
            return given(
                    machine.cleanup().orElseThrow().execute(attempt), "the cleanup after", run);
        }
        Optional<Body<I, O>> recovery = machine.recovery(run.state());
        if (attempt.replay() == Attempt.Replay.CRASH && recovery.isPresent()) {
            Outcome<O> outcome = given(recovery.get().execute(attempt), "the recovery of", run);
            if (!(outcome instanceof Outcome.Redo)) return outcome;
            // The interruption was the recovery's, and the body would not see it.
            if (flight.ignoringSince() != null) {
                throw new InterruptedException("asked to stop before the step's own body");
            }
        }
        return given(machine.body(run.state()).execute(attempt), "the body of", run);
    }

    private static <O> Outcome<O> given(@Nullable Outcome<O> outcome, String what, Run run) {
        if (outcome == null) {
            throw new NullPointerException(
                    "%s step '%s' of %s answered null, expected an outcome"
                            .formatted(what, run.state(), run.origin().machine()));
        }
        return outcome;
    }

    private void tellEnd(Run run, Flight flight, @Nullable Throwable thrown) {
        Duration took = Duration.between(flight.began(), kernel.now());
        String error = thrown == null ? null : Kernel.text(thrown);
        kernel.tell(new Happening.AttemptEnded(run, took, error));
    }

    private static Input input(
            Machine<?, ?> machine,
            Run run,
            @Nullable Throwable thrown,
            Flight.@Nullable Cause cause) {
        Definition definition = machine.definition();
        if (cause == Flight.Cause.TIMEOUT) {
            String message =
                    "the attempt took longer than its timeout of " + timeout(definition, run);
            return new Input.TimedOut(Failure.of("Timeout", message));
        }
        if (cause == Flight.Cause.REVOKED) {
            PermitNeed held = run.heldPermits();
            return new Input.Revoked(held == null ? "" : held.pool());
        }
        if (thrown instanceof Unreadable unreadable && cause == null) {
            return new Input.Park(Parking.unreadable(unreadable));
        }
        if (thrown == null) {
            return new Input.Threw(
                    Failure.of("Stopped", "stopped before it began"), Input.Severity.RETRY);
        }
        return new Input.Threw(Failure.of(thrown), Errors.severity(thrown, retry(definition, run)));
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
        return Errors.severity(e, retry(machine.definition(), run));
    }

    private <I, O> Answer encoded(Machine<I, O> machine, Run run, Outcome<O> outcome) {
        Outcome.Extras extras = outcome.extras();
        Payload response = response(machine, run, outcome);
        Payload context =
                extras.context() == null ? null : machine.codec().encode(extras.context());
        Starts.check("response of " + run.machine(), response);
        Starts.check("context of " + run.machine(), context);
        List<Start<?>> children = new ArrayList<>();
        for (Start<?> child : extras.children()) children.add(Starts.childOf(run, child));
        List<Mail> mails = mails(machine, extras);
        List<Input.Undelivered> undelivered = new ArrayList<>();
        kernel.patiently(() -> undelivered.addAll(Recipients.removeMissing(kernel, mails)));
        Outcome<Payload> plain = payload(outcome);
        Starts.Ready ready = ready(children);
        var input =
                new Input.Answered(plain, response, context, mails, undelivered, ready.launches());
        return new Answer(input, extras.writings(), ready, () -> answer(machine, run, outcome));
    }

    /// What the body has done is not to be thrown away because the store is busy.
    private Starts.Ready ready(List<Start<?>> children) {
        AtomicReference<Starts.Ready> ready = new AtomicReference<>(Starts.Ready.NOTHING);
        kernel.patiently(() -> ready.set(starts.ready(children)));
        return ready.get();
    }

    private <I, O> List<Mail> mails(Machine<I, O> machine, Outcome.Extras extras) {
        List<Mail> mails = new ArrayList<>();
        OutcomeSize size = OutcomeSize.ofSends(extras.sends().size());
        for (Outcome.Send send : extras.sends()) {
            Payload body = machine.codec().encode(send.event());
            Starts.check("event", body);
            size.add(body);
            String name = Machine.eventName(send.event().getClass());
            mails.add(
                    new Mail(
                            kernel.ids.next(),
                            send.to(),
                            Mail.Kind.EVENT,
                            name,
                            body,
                            kernel.now()));
        }
        return mails;
    }

    private static <O> @Nullable Payload response(
            Machine<?, O> machine, Run run, Outcome<O> outcome) {
        O given =
                switch (outcome) {
                    case Outcome.Next<O> next -> next.response();
                    case Outcome.Finish<O> finish -> finish.response();
                    case Outcome.GoTo<O> to -> to.response();
                    default -> null;
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
            case Outcome.Again<?> again -> new Outcome.Again<>(again.delay(), extras);
            case Outcome.Later<?> later ->
                    new Outcome.Later<>(later.delay(), later.reason(), extras);
            case Outcome.RetryAfter<?> retry ->
                    new Outcome.RetryAfter<>(retry.delay(), retry.reason(), extras);
            case Outcome.Abort<?> abort -> new Outcome.Abort<>(abort.reason(), extras);
            case Outcome.Fail<?> fail -> new Outcome.Fail<>(fail.reason(), extras);
            case Outcome.Redo<?> _ -> new Outcome.Redo<>(extras);
        };
    }

    private Timers.@Nullable Alarm alarm(Definition definition, Run run, Flight flight) {
        Duration timeout = timeout(definition, run);
        if (timeout == null) return null;
        Instant at = kernel.after(timeout);
        return timers.alarm(
                at, () -> new Watch(kernel, timers).stop(run, flight, Flight.Cause.TIMEOUT));
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

    /// Records a result of a body durably, under the turn of its run.
    interface Memory {
        @Nullable Payload recall(String name);

        void record(String name, Payload value);
    }

    private record Seat(Flight flight, Memory memory) {}

    /// What an attempt came to, and what becomes durable with it; `again` makes the same answer
    /// with its starts made ready anew.
    record Answer(Input input, List<Writing> writings, Starts.Ready ready, Supplier<Answer> again) {
        Answer(Input input) {
            this(input, List.of(), Starts.Ready.NOTHING, () -> new Answer(input));
        }
    }

    private final class Desk implements Attempt.Desk {
        private final Run run;
        private final Flight flight;
        private final Memory memory;

        Desk(Run run, Flight flight, Memory memory) {
            this.run = run;
            this.flight = flight;
            this.memory = memory;
        }

        @Override
        public @Nullable Payload memo(String name) {
            return memory.recall(name);
        }

        @Override
        public void memo(String name, Payload value) {
            Starts.check("result '" + name + "'", value);
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
                if (some.size() < page.limit()) return all;
                if (all.size() >= Limits.CHILDREN_MAX) throw tooMany(all.size());
                page = page.after(some.getLast().id());
            }
        }

        private Refused tooMany(int children) {
            return new Refused.TooLarge(
                    ("run %s has more than %d children, and a body lists up to %d; let each child"
                                    + " send its result, or start fewer of them per run")
                            .formatted(run.id(), children, Limits.CHILDREN_MAX));
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
            flight.report(progress);
        }
    }
}
