package dev.pawl.machine;

import dev.pawl.machine.json.SealedTypes;
import dev.pawl.run.Failure;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// One execution of a step's body: what the body reads, and the outcomes that it can return.
///
/// Outcomes that *repeat* the state are ordinary work; one that *retries* counts as a failed
/// attempt. Use an attempt only on the thread that executes the body.
public final class Attempt<I, O> {
    private final Machine<I, O> machine;
    private final Run run;
    private final Replay replay;
    private final Services services;
    private final I request;
    private final @Nullable O response;

    /// Creates the next attempt of `run`. Throws [Unreadable] if the run's request or response
    /// cannot be decoded.
    public Attempt(Machine<I, O> machine, Run run, Replay replay, Services services) {
        this.machine = machine;
        this.run = run;
        this.replay = replay;
        this.services = services;
        this.request = decode("request", run.origin().request(), machine.requestType());
        Payload bytes = run.data().response();
        this.response = bytes == null ? null : decode("response", bytes, machine.responseType());
    }

    /// Returns the run's id.
    public RunId id() {
        return run.id();
    }

    /// Returns the run's key, which names the resource that the run works on.
    public String key() {
        return run.key();
    }

    /// Returns the request that the run was started with.
    public I request() {
        return request;
    }

    /// Returns the response so far, if an earlier state gave one.
    public Optional<O> response() {
        return Optional.ofNullable(response);
    }

    /// Returns the context that an earlier outcome recorded, if any.
    public <C> Optional<C> context(Class<C> type) {
        Payload context = run.data().context();
        return context == null ? Optional.empty() : Optional.of(decode("context", context, type));
    }

    /// Returns the event that led the run to this state, if it is of this type.
    public <E> Optional<E> event(Class<E> type) {
        Message message = run.data().event();
        if (message == null) return Optional.empty();
        for (Class<?> leaf : SealedTypes.leaves(type)) {
            if (!message.name().equals(Machine.eventName(leaf))) continue;
            Object event = decode("event " + message.name(), message.body(), leaf);
            return Optional.of(type.cast(event));
        }
        return Optional.empty();
    }

    /// Returns the number of this attempt in this visit of the state, starting at 1.
    public int number() {
        return run.progress().attempt();
    }

    /// Returns a fencing token: a number that grows with every attempt of the run, on any node.
    /// Pass it to external systems so that they can reject a smaller token than the last one they
    /// saw.
    public long fence() {
        return run.version();
    }

    /// Returns whether this is the first execution, a retry, or an execution after a crash.
    public Replay replay() {
        return replay;
    }

    /// Returns the error of the previous attempt, if it failed.
    public Optional<Failure> lastError() {
        return Optional.ofNullable(run.progress().error());
    }

    /// Returns how the run will end, if that is decided; a cleanup reads it.
    public Optional<RunEnd> ending() {
        return Optional.ofNullable(run.condition().ending());
    }

    /// Returns when the run ends as expired, if it has a deadline.
    public Optional<Instant> deadline() {
        return Optional.ofNullable(run.timing().deadline());
    }

    /// Returns the run's labels.
    public Map<String, String> labels() {
        return run.origin().labels();
    }

    /// Returns the run's stored children as they are now, in the order in which they were started.
    /// Throws if there are more children than the engine lists at once.
    public List<Run> children() {
        return services.children();
    }

    /// Returns the results of the run's children of one machine. Failed children are never silently
    /// left out.
    public <R> ChildResults<R> results(Machine<?, R> of) {
        List<Run> all = services.children();
        int missing = Math.max(0, run.data().family().started() - all.size());
        List<Run> some = all.stream().filter(child -> child.machine().equals(of.name())).toList();
        return new ChildResults<>(of, some, missing);
    }

    /// Returns the response of a child, if a step of it has given one. Throws
    /// `IllegalArgumentException` if it is a run of another machine.
    public <R> Optional<R> result(Run child, Machine<?, R> of) {
        boolean isOfMachine = child.machine().equals(of.name());
        if (isOfMachine && child.data().response() == null) return Optional.empty();
        return Optional.of(child.response(of));
    }

    /// Returns the engine's current time.
    public Instant now() {
        return services.now();
    }

    /// Reports the progress of this attempt to `why`. It is cheap and not durable.
    public void report(String progress) {
        services.report(progress);
    }

    /// Returns the rows of a query on the application's own tables. The query sees every commit
    /// that happened before it.
    public <T> List<T> query(String sql, Transaction.RowMapper<T> mapper, Object... parameters) {
        return services.query(sql, mapper, parameters);
    }

    /// Returns the result of `call` and records it, so that later attempts in this visit of the
    /// state return the recorded value instead of calling again, even after a crash. For a call
    /// without a result, pass `Void.class` and return null.
    public <T extends @Nullable Object> T once(String name, Class<T> type, Callable<T> call)
            throws Exception {
        Objects.requireNonNull(name, "once needs a name for the result, found null");
        Payload known = services.memo(name);
        if (known != null) return decode("result '" + name + "'", known, type);
        T value = call.call();
        services.memo(name, machine.codec().encode(value));
        return value;
    }

    private <T extends @Nullable Object> T decode(String what, Payload payload, Class<T> type) {
        try {
            return machine.codec().decode(payload, type);
        } catch (RuntimeException e) {
            throw new Unreadable(what, e);
        }
    }

    /// Goes to the next state and keeps the response.
    public Outcome<O> next() {
        return new Outcome.Next<>(null, Outcome.Extras.NONE);
    }

    /// Goes to the next state with this response.
    public Outcome<O> next(O response) {
        return new Outcome.Next<>(response, Outcome.Extras.NONE);
    }

    /// Completes the run now with this result. The step must declare `finishes()`.
    public Outcome<O> finish(O response) {
        return new Outcome.Finish<>(response, Outcome.Extras.NONE);
    }

    /// Goes to a state that the step declared with `goesTo`.
    public Outcome<O> goTo(String state) {
        return new Outcome.GoTo<>(state, null, Outcome.Extras.NONE);
    }

    /// Goes to a state that the step declared with `goesTo`, with this response.
    public Outcome<O> goTo(String state, O response) {
        return new Outcome.GoTo<>(state, response, Outcome.Extras.NONE);
    }

    /// Goes to a state that the step declared with `goesTo`.
    public Outcome<O> goTo(Enum<?> state) {
        return goTo(StateName.of(state));
    }

    /// Goes to a state that the step declared with `goesTo`, with this response.
    public Outcome<O> goTo(Enum<?> state, O response) {
        return goTo(StateName.of(state), response);
    }

    /// Repeats this state at once with a new context, as a loop over a cursor does. It is not a
    /// failure and has no limit.
    public Outcome<O> repeatWith(Object context) {
        return repeatWith(context, Duration.ZERO);
    }

    /// Repeats this state after `delay` with a new context.
    public Outcome<O> repeatWith(Object context, Duration delay) {
        return new Outcome.Repeat<>(delay, Outcome.Extras.NONE.withContext(context));
    }

    /// Repeats this state after a positive `delay` because a condition is not met yet. It is not a
    /// failure and has no limit; `why` shows the reason.
    public Outcome<O> waitAndRepeat(Duration delay, @Nullable String reason) {
        return new Outcome.WaitAndRepeat<>(delay, Reason.of(reason), Outcome.Extras.NONE);
    }

    /// Fails this attempt and retries after `delay` instead of the policy's own, as a busy server
    /// asks for. It counts against the retries of the state.
    public Outcome<O> retryAfter(Duration delay, @Nullable String reason) {
        return new Outcome.RetryAfter<>(delay, Reason.of(reason), Outcome.Extras.NONE);
    }

    /// Ends the run as `ABORTED`: a decision, such as rejected, unsafe or no space.
    public Outcome<O> abort(@Nullable String reason) {
        return new Outcome.Abort<>(Reason.of(reason), Outcome.Extras.NONE);
    }

    /// Ends the run as `FAILED`: no retry can help.
    public Outcome<O> fail(@Nullable String reason) {
        return new Outcome.Fail<>(Reason.of(reason), Outcome.Extras.NONE);
    }

    /// Executes the state's own body because its work is not done. Only a recovery body may return
    /// this.
    public Outcome<O> executeBody() {
        return new Outcome.ExecuteBody<>(Outcome.Extras.NONE);
    }

    /// Why a body is executed. After an attempt was interrupted by a crash or by closing the
    /// engine, all later attempts in the same visit of the state are [#CRASH], because it is
    /// unknown how far that attempt got.
    public enum Replay {
        FIRST,
        RETRY,
        CRASH
    }

    /// What the engine provides to an attempt; applications do not implement it.
    public interface Services {
        /// Returns the result that is recorded under `name` in this visit of the state.
        @Nullable Payload memo(String name);

        /// Records a result; it is durable when this returns.
        void memo(String name, Payload value);

        List<Run> children();

        Instant now();

        <T> List<T> query(String sql, Transaction.RowMapper<T> mapper, Object... parameters);

        void report(String progress);
    }
}
