package dev.pawl.machine;

import dev.pawl.run.Failure;
import dev.pawl.run.Mail;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// One execution of a step's body: what it sees, and the verbs that it answers with.
///
/// It belongs to the thread that executes the body.
public final class Attempt<I, O> {
    private final Machine<I, O> machine;
    private final Run run;
    private final Replay replay;
    private final Desk desk;
    private final I request;
    private final @Nullable O response;

    /// Makes the attempt that `run` stands before; `desk` is what the engine offers to it. Throws
    /// [Unreadable] if the run's request or response cannot be decoded.
    public Attempt(Machine<I, O> machine, Run run, Replay replay, Desk desk) {
        this.machine = machine;
        this.run = run;
        this.replay = replay;
        this.desk = desk;
        this.request = decode("request", run.origin().request(), machine.requestType());
        Payload bytes = run.data().response();
        this.response = bytes == null ? null : decode("response", bytes, machine.responseType());
    }

    /// Returns the run's id.
    public RunId id() {
        return run.id();
    }

    /// Returns the run's key: the resource that it is about.
    public String key() {
        return run.key();
    }

    /// Returns what the run was started with.
    public I request() {
        return request;
    }

    /// Returns the response so far, if a state before gave one.
    public Optional<O> response() {
        return Optional.ofNullable(response);
    }

    /// Returns the context that an outcome before noted, if any.
    public <C> Optional<C> context(Class<C> type) {
        Payload context = run.data().context();
        return context == null ? Optional.empty() : Optional.of(decode("context", context, type));
    }

    /// Returns the event that led the run to where it is, if it was one of this type.
    public <E> Optional<E> event(Class<E> type) {
        Mail mail = run.data().event();
        if (mail == null) return Optional.empty();
        for (Class<?> leaf : SealedTypes.leaves(type)) {
            if (!mail.name().equals(Machine.eventName(leaf))) continue;
            Object event = decode("event " + mail.name(), mail.body(), leaf);
            return Optional.of(type.cast(event));
        }
        return Optional.empty();
    }

    /// Returns the number of this attempt in this visit of the state, from 1.
    public int number() {
        return run.progress().attempt();
    }

    /// Returns a number that is greater for every later attempt of the run, on whatever node: to be
    /// passed to systems outside, which then refuse whoever comes with a smaller one than they have
    /// seen.
    public long fence() {
        return run.version();
    }

    /// Returns why the body is executed: for the first time, after an error or after a crash.
    public Replay replay() {
        return replay;
    }

    /// Returns the error of the attempt before, if there was one.
    public Optional<Failure> lastError() {
        return Optional.ofNullable(run.progress().error());
    }

    /// Returns how the run is about to end: what a cleanup comes after.
    public Optional<RunEnd> ending() {
        return Optional.ofNullable(run.condition().ending());
    }

    /// Returns when the run ends as expired, if it has a deadline.
    public Optional<Instant> deadline() {
        return Optional.ofNullable(run.timing().deadline());
    }

    /// Returns the run's labels.
    public java.util.Map<String, String> labels() {
        return run.origin().labels();
    }

    /// Returns all children of the run that are stored, as they are now, in the order of their
    /// starts. A run with more children than the engine lists at once is refused.
    public List<Run> children() {
        return desk.children();
    }

    /// Returns what the children of a machine came to; failed ones cannot be overlooked.
    public <R> ChildResults<R> results(Machine<?, R> of) {
        List<Run> all = desk.children();
        int missing = Math.max(0, run.data().family().started() - all.size());
        List<Run> some = all.stream().filter(child -> child.machine().equals(of.name())).toList();
        return new ChildResults<>(of, some, missing);
    }

    /// Returns the result of a child, if it completed with one.
    public <R> Optional<R> result(Run child, Machine<?, R> of) {
        if (!child.machine().equals(of.name())) {
            throw new IllegalArgumentException(
                    "expected a run of machine '%s', but run %s is a run of %s"
                            .formatted(of.name(), child.id(), child.origin().machine()));
        }
        Payload response = child.data().response();
        return response == null
                ? Optional.empty()
                : Optional.of(of.codec().decode(response, of.responseType()));
    }

    /// Returns the present time of the engine.
    public Instant now() {
        return desk.now();
    }

    /// Tells people how far this attempt is; not durable, and as cheap as it looks.
    public void report(String progress) {
        desk.report(progress);
    }

    /// Answers one query on tables that steps have written with SQL of their own; it sees whatever
    /// was committed before.
    public <T> List<T> query(String sql, Transaction.RowMapper<T> mapper, Object... parameters) {
        return desk.query(sql, mapper, parameters);
    }

    /// Returns the recorded result of `call`, calling it only if none is recorded in this visit of
    /// the state: a later attempt, also after a crash, gets the same value. A call without a result
    /// has the type `Void` and returns null.
    public <T extends @Nullable Object> T once(String name, Class<T> type, Callable<T> call)
            throws Exception {
        Objects.requireNonNull(name, "once needs a name for the result, found null");
        Payload known = desk.memo(name);
        if (known != null) return decode("result '" + name + "'", known, type);
        T value = call.call();
        desk.memo(name, machine.codec().encode(value));
        return value;
    }

    private <T extends @Nullable Object> T decode(String what, Payload payload, Class<T> type) {
        try {
            return machine.codec().decode(payload, type);
        } catch (RuntimeException e) {
            throw new Unreadable(what, e);
        }
    }

    /// On to the next state, with the response as it is.
    public Outcome<O> next() {
        return new Outcome.Next<>(null, Outcome.Extras.NONE);
    }

    /// On to the next state with this response.
    public Outcome<O> next(O response) {
        return new Outcome.Next<>(response, Outcome.Extras.NONE);
    }

    /// Completed early with this result; the step must have declared that it `finishes()`.
    public Outcome<O> finish(O response) {
        return new Outcome.Finish<>(response, Outcome.Extras.NONE);
    }

    /// To a state that the step declared with `goesTo`.
    public Outcome<O> goTo(String state) {
        return new Outcome.GoTo<>(state, null, Outcome.Extras.NONE);
    }

    /// To a state that the step declared with `goesTo`, with this response.
    public Outcome<O> goTo(String state, O response) {
        return new Outcome.GoTo<>(state, response, Outcome.Extras.NONE);
    }

    /// The same state again at once, with a new context: one turn of a cursor loop.
    public Outcome<O> again(Object context) {
        return again(context, Duration.ZERO);
    }

    /// The same state again after `delay`, with a new context.
    public Outcome<O> again(Object context, Duration delay) {
        return new Outcome.Again<>(delay, Outcome.Extras.NONE.noting(context));
    }

    /// The same state again after `delay`, which is positive, as often as it takes: something must
    /// be so first. It is no failure and counts as none; `why` tells the reason.
    public Outcome<O> later(Duration delay, @Nullable String reason) {
        return new Outcome.Later<>(delay, Reason.of(reason), Outcome.Extras.NONE);
    }

    /// A retry after a delay that somebody else named, such as a server that is busy.
    public Outcome<O> retryAfter(Duration delay, @Nullable String reason) {
        return new Outcome.RetryAfter<>(delay, Reason.of(reason), Outcome.Extras.NONE);
    }

    /// Stops the run by decision: rejected, unsafe, no space.
    public Outcome<O> abort(@Nullable String reason) {
        return new Outcome.Abort<>(Reason.of(reason), Outcome.Extras.NONE);
    }

    /// Stops the run because of permanent damage.
    public Outcome<O> fail(@Nullable String reason) {
        return new Outcome.Fail<>(Reason.of(reason), Outcome.Extras.NONE);
    }

    /// From a recovery body: the work is not done, execute the state's own body.
    public Outcome<O> redo() {
        return new Outcome.Redo<>(Outcome.Extras.NONE);
    }

    /// Why a body is executed. After an attempt was cut off, all later ones in the same visit of
    /// the state are [#CRASH]: nobody knows how far it got.
    public enum Replay {
        FIRST,
        RETRY,
        CRASH
    }

    /// What the engine offers to an attempt.
    public interface Desk {
        /// Returns the result recorded under `name` in this visit of the state.
        @Nullable Payload memo(String name);

        /// Records a result durably before it returns.
        void memo(String name, Payload value);

        List<Run> children();

        Instant now();

        <T> List<T> query(String sql, Transaction.RowMapper<T> mapper, Object... parameters);

        void report(String progress);
    }
}
