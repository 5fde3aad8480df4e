package dev.pawl.testkit;

import dev.pawl.engine.EngineOptions;
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
import dev.pawl.run.Message;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.Progress;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.run.Timing;
import dev.pawl.testkit.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Executes one body of a machine with data that the test sets, or the whole machine in virtual
/// time.
///
/// A body is called directly, on the thread of the test, and the caller gets what it returns or
/// throws: `MachineTrial.of(PULL, request).attempt(3).step("download")`. Nothing is stored and
/// nothing is retried. For one thread.
public final class MachineTrial<I, O> {
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

    private MachineTrial(Machine<I, O> machine, I request) {
        this.machine = machine;
        this.request = request;
    }

    /// Creates a trial of `machine` with this request.
    public static <I, O> MachineTrial<I, O> of(Machine<I, O> machine, I request) {
        return new MachineTrial<>(machine, request);
    }

    /// Sets the key of the run.
    public MachineTrial<I, O> key(String text) {
        key = text;
        return this;
    }

    /// Sets the response that earlier states produced.
    public MachineTrial<I, O> response(O response) {
        data = data.withResponse(machine.codec().encode(response));
        return this;
    }

    /// Sets the context that an earlier outcome recorded.
    public MachineTrial<I, O> context(Object context) {
        data = data.withContext(machine.codec().encode(context));
        return this;
    }

    /// Sets the event that led the run to the state.
    public MachineTrial<I, O> event(Object event) {
        String name = Machine.eventName(event.getClass());
        Payload body = machine.codec().encode(event);
        data = data.consumed(new Message(2, ID, Message.Kind.EVENT, name, body, START));
        return this;
    }

    /// Sets a result that `once` recorded earlier.
    public MachineTrial<I, O> memo(String name, Object value) {
        notes.memos.put(name, machine.codec().encode(value));
        return this;
    }

    /// Sets the children that the body sees.
    public MachineTrial<I, O> children(Run... children) {
        notes.children.addAll(List.of(children));
        return this;
    }

    /// Sets the number of the attempt; from the second on it is a retry.
    public MachineTrial<I, O> attempt(int number) {
        attempt = number;
        if (number > 1 && replay == Attempt.Replay.FIRST) replay = Attempt.Replay.RETRY;
        return this;
    }

    /// Sets the error of the previous attempt; this one is a retry.
    public MachineTrial<I, O> after(Throwable thrown) {
        String message = thrown.getMessage() == null ? "" : thrown.getMessage();
        error = Failure.of(thrown.getClass().getName(), message);
        return attempt(Math.max(2, attempt));
    }

    /// Simulates that the process died in the previous attempt.
    public MachineTrial<I, O> afterCrash() {
        replay = Attempt.Replay.CRASH;
        return attempt(Math.max(2, attempt));
    }

    /// Sets the time of the clock.
    public MachineTrial<I, O> now(Instant time) {
        notes.now = time;
        return this;
    }

    /// Sets the store whose tables the body queries.
    public MachineTrial<I, O> tables(Store store) {
        notes.tables = store;
        return this;
    }

    /// Executes the body of a step and returns its outcome.
    public Outcome<O> step(String state) throws Exception {
        return execute(machine.body(state), RunStatus.RUNNING, state);
    }

    /// Executes what a step's recovery contract calls after a crash, and returns its outcome.
    public Outcome<O> recovery(String state) throws Exception {
        afterCrash();
        return execute(machine.recovery(state).orElseThrow(), RunStatus.RUNNING, state);
    }

    /// Executes the cleanup and returns its outcome.
    public Outcome<O> cleanup() throws Exception {
        String state = machine.definition().first().name();
        return execute(machine.cleanup().orElseThrow(), RunStatus.CLEANING, state);
    }

    /// Returns the progress that the last body reported.
    public List<String> reports() {
        return List.copyOf(notes.reports);
    }

    /// Runs the whole machine for at most a virtual day, with its own retries, timers and delays,
    /// and returns the run as it is then.
    public Run run() {
        return run(options -> options.machines(machine));
    }

    /// Runs the whole machine in an engine with these options.
    public Run run(Consumer<EngineOptions> options) {
        try (SimEngine sim = SimEngine.of(StoreFactory.chosen(), options)) {
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

    /// What an attempt reads and writes, in place of the engine's.
    private static final class Notes implements Attempt.Services {
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
