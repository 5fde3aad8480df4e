package dev.pawl.testkit;

import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.store.MemoryStore;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Body;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Transaction.RowMapper;
import dev.pawl.run.Condition;
import dev.pawl.run.Data;
import dev.pawl.run.Failure;
import dev.pawl.run.Links;
import dev.pawl.run.Mail;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.Progress;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.run.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A machine on trial: executes one of its bodies with what the test gives it, or the whole machine
/// in virtual time.
///
/// A body is called as it is, on the thread of the test, and what it answers or throws comes back:
/// `Trial.of(PULL, request).attempt(3).step("download")`. Nothing is stored and nothing is retried.
/// For one thread.
public final class Trial<I, O> {
    private static final Instant START = Instant.parse("2025-01-01T00:00:00Z");
    private static final RunId ID = new RunId(1);

    private final Machine<I, O> machine;
    private final I request;
    private final Notes notes = new Notes();
    private Data data = Data.NONE;
    private String key = ID.toString();
    private int attempt = 1;
    private Attempt.Replay replay = Attempt.Replay.FIRST;
    private @Nullable Failure error;

    private Trial(Machine<I, O> machine, I request) {
        this.machine = machine;
        this.request = request;
    }

    /// Makes a trial of `machine` with this request.
    public static <I, O> Trial<I, O> of(Machine<I, O> machine, I request) {
        return new Trial<>(machine, request);
    }

    /// Sets the key of the run.
    public Trial<I, O> key(String text) {
        key = text;
        return this;
    }

    /// Sets the response that the states before gave.
    public Trial<I, O> response(O response) {
        data = data.withResponse(machine.codec().encode(response));
        return this;
    }

    /// Sets the context that an outcome before noted.
    public Trial<I, O> context(Object context) {
        data = data.withContext(machine.codec().encode(context));
        return this;
    }

    /// Sets the event that led the run to the state.
    public Trial<I, O> event(Object event) {
        String name = Machine.eventName(event.getClass());
        Payload body = machine.codec().encode(event);
        data = data.consumed(new Mail(2, ID, Mail.Kind.EVENT, name, body, START));
        return this;
    }

    /// Sets a result that was recorded with `once` before.
    public Trial<I, O> memo(String name, Object value) {
        notes.memos.put(name, machine.codec().encode(value));
        return this;
    }

    /// Sets the children that the body will find.
    public Trial<I, O> children(Run... children) {
        notes.children.addAll(List.of(children));
        return this;
    }

    /// Sets the number of the attempt; from the second on it is a retry.
    public Trial<I, O> attempt(int number) {
        attempt = number;
        if (number > 1 && replay == Attempt.Replay.FIRST) replay = Attempt.Replay.RETRY;
        return this;
    }

    /// Sets the error of the attempt before; this one is a retry.
    public Trial<I, O> after(Throwable thrown) {
        String message = thrown.getMessage() == null ? "" : thrown.getMessage();
        error = Failure.of(thrown.getClass().getName(), message);
        return attempt(Math.max(2, attempt));
    }

    /// Says that the process died in the attempt before.
    public Trial<I, O> afterCrash() {
        replay = Attempt.Replay.CRASH;
        return attempt(Math.max(2, attempt));
    }

    /// Sets what the clock shows.
    public Trial<I, O> now(Instant time) {
        notes.now = time;
        return this;
    }

    /// Sets the store whose tables the body asks.
    public Trial<I, O> tables(Store store) {
        notes.tables = store;
        return this;
    }

    /// Executes the body of a step and returns its answer.
    public Outcome<O> step(String state) throws Exception {
        return execute(machine.body(state), RunStatus.RUNNING, state);
    }

    /// Executes what a step's recovery contract calls after a crash, and returns its answer.
    public Outcome<O> recovery(String state) throws Exception {
        afterCrash();
        return execute(machine.recovery(state).orElseThrow(), RunStatus.RUNNING, state);
    }

    /// Executes the cleanup and returns its answer.
    public Outcome<O> cleanup() throws Exception {
        String state = machine.definition().first().name();
        return execute(machine.cleanup().orElseThrow(), RunStatus.CLEANING, state);
    }

    /// Returns what the last body reported of its progress.
    public List<String> reports() {
        return List.copyOf(notes.reports);
    }

    /// Runs the whole machine in virtual time, for at most a virtual day, and returns the run as it
    /// is then. Retries, timers and delays are those of the machine.
    public Run run() {
        return run(options -> options.machines(machine));
    }

    /// Runs the whole machine in an engine with these options.
    public Run run(Consumer<EngineOptions> options) {
        try (SimEngine sim = SimEngine.of(Stores.chosen(), options)) {
            RunId id = sim.call(engine -> engine.start(machine.start(request).key(key)));
            sim.host().runUntil(() -> sim.engine().run(id).status().isEnd(), Duration.ofDays(1));
            return sim.engine().run(id);
        }
    }

    /// Runs the whole machine in virtual time and returns its result; it must complete.
    public O result() {
        Run run = run();
        Payload response = run.data().response();
        if (run.status() != RunStatus.COMPLETED || response == null) {
            throw new AssertionError(
                    "expected %s to complete with a result, found it %s in '%s': %s"
                            .formatted(
                                    machine, run.status(), run.state(), run.condition().ending()));
        }
        return machine.codec().decode(response, machine.responseType());
    }

    private Outcome<O> execute(Body<I, O> body, RunStatus status, String state) throws Exception {
        Payload encoded = machine.codec().encode(request);
        var origin = new Origin(machine.ref(), key, encoded, Links.NONE, null, null, Map.of());
        boolean cut = replay == Attempt.Replay.CRASH;
        var progress = new Progress(attempt, attempt - 1, 0, notes.now, Map.of(), error, cut, true);
        var timing = Timing.created(notes.now, null);
        var condition = Condition.of(status, state);
        Run run = new Run(ID, origin, condition, progress, data, timing, attempt);
        return body.execute(new Attempt<>(machine, run, replay, notes));
    }

    /// What an attempt finds and leaves; beside the engine's own there is this desk for tests.
    private static final class Notes implements Attempt.Desk {
        final Map<String, Payload> memos = new HashMap<>();
        final List<Run> children = new ArrayList<>();
        final List<String> reports = new ArrayList<>();
        Store tables = new MemoryStore();
        Instant now = START;

        @Override
        public @Nullable Payload memo(String name) {
            return memos.get(name);
        }

        @Override
        public void memo(String name, Payload value) {
            memos.put(name, value);
        }

        @Override
        public List<Run> children() {
            return List.copyOf(children);
        }

        @Override
        public <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters) {
            return tables.query(sql, mapper, parameters);
        }

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public void report(String progress) {
            reports.add(progress);
        }
    }
}
