package dev.pawl.machine;

import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a step answers; made by the verbs of [Attempt].
///
/// Whatever else is to become durable with the transition is attached to it: SQL of the step's own,
/// children to start, events to send, a new context.
public sealed interface Outcome<O> {

    /// Returns what becomes durable together with this outcome.
    Extras extras();

    /// Returns this outcome with other extras.
    Outcome<O> with(Extras extras);

    /// Returns this outcome with SQL that commits in the same transaction.
    default Outcome<O> writing(Writing sql) {
        Objects.requireNonNull(sql, "writing needs the SQL to execute, found null");
        return with(extras().plus(sql));
    }

    /// Returns this outcome with children that are started in the same transaction.
    default Outcome<O> starting(Start<?>... children) {
        Objects.requireNonNull(children, "starting needs the starts of children, found null");
        for (Start<?> child : children) {
            Objects.requireNonNull(child, "starting needs the start of a child, found null");
        }
        return with(extras().plus(List.of(children)));
    }

    /// Returns this outcome with all these children, which are started in the same transaction.
    default Outcome<O> starting(Collection<? extends Start<?>> children) {
        return with(extras().plus(List.copyOf(children)));
    }

    /// Returns this outcome with an event that is sent in the same transaction.
    default Outcome<O> sending(RunId to, Object event) {
        return with(extras().plus(new Send(to, event)));
    }

    /// Returns this outcome with another context for the states that follow.
    default Outcome<O> noting(Object context) {
        return with(extras().noting(context));
    }

    /// Returns this outcome with the time at which the timer of the wait that follows fires.
    default Outcome<O> waking(Instant at) {
        return with(extras().waking(at));
    }

    /// On to the next state.
    record Next<O>(@Nullable O response, Extras extras) implements Outcome<O> {
        @Override
        public Outcome<O> with(Extras other) {
            return new Next<>(response, other);
        }
    }

    /// Completed early, with this result.
    record Finish<O>(O response, Extras extras) implements Outcome<O> {
        @Override
        public Outcome<O> with(Extras other) {
            return new Finish<>(response, other);
        }
    }

    /// To a state that the step declared.
    record GoTo<O>(String state, @Nullable O response, Extras extras) implements Outcome<O> {
        public GoTo {
            Objects.requireNonNull(state, "a go-to needs the name of a state, found null");
        }

        @Override
        public Outcome<O> with(Extras other) {
            return new GoTo<>(state, response, other);
        }
    }

    /// The same state again, after a delay.
    record Again<O>(Duration delay, Extras extras) implements Outcome<O> {
        public Again {
            Objects.requireNonNull(delay, "again needs a delay, found null");
        }

        @Override
        public Outcome<O> with(Extras other) {
            return new Again<>(delay, other);
        }
    }

    /// Not yet: the same state after a delay, because of something that is nobody's failure here.
    record Later<O>(Duration delay, String reason, Extras extras) implements Outcome<O> {
        public Later {
            Objects.requireNonNull(delay, "later needs a delay, found null");
            if (!delay.isPositive()) {
                throw new IllegalArgumentException("a delay is positive, not " + delay);
            }
            reason = Reason.of(reason);
        }

        @Override
        public Outcome<O> with(Extras other) {
            return new Later<>(delay, reason, other);
        }
    }

    /// Not now: a retry after a delay that somebody else named; it counts as a failed attempt.
    record RetryAfter<O>(Duration delay, String reason, Extras extras) implements Outcome<O> {
        public RetryAfter {
            Objects.requireNonNull(delay, "retryAfter needs a delay, found null");
            reason = Reason.of(reason);
        }

        @Override
        public Outcome<O> with(Extras other) {
            return new RetryAfter<>(delay, reason, other);
        }
    }

    /// A decision to stop: rejected, unsafe, no space.
    record Abort<O>(String reason, Extras extras) implements Outcome<O> {
        public Abort {
            reason = Reason.of(reason);
        }

        @Override
        public Outcome<O> with(Extras other) {
            return new Abort<>(reason, other);
        }
    }

    /// Permanent damage.
    record Fail<O>(String reason, Extras extras) implements Outcome<O> {
        public Fail {
            reason = Reason.of(reason);
        }

        @Override
        public Outcome<O> with(Extras other) {
            return new Fail<>(reason, other);
        }
    }

    /// From a recovery body: execute the state's own body now.
    record Redo<O>(Extras extras) implements Outcome<O> {
        @Override
        public Outcome<O> with(Extras other) {
            return new Redo<>(other);
        }
    }

    /// An event for another run.
    record Send(RunId to, Object event) {
        public Send {
            Objects.requireNonNull(to, "sending needs the id of a run, found null");
            Objects.requireNonNull(event, "sending needs an event, found null");
        }
    }

    /// What becomes durable together with an outcome.
    record Extras(
            @Nullable Object context,
            List<Writing> writings,
            List<Start<?>> children,
            List<Send> sends,
            @Nullable Instant wake) {
        /// Nothing.
        public static final Extras NONE = new Extras(null, List.of(), List.of(), List.of(), null);

        Extras plus(Writing sql) {
            return new Extras(context, with(writings, sql), children, sends, wake);
        }

        Extras plus(List<Start<?>> starts) {
            List<Start<?>> all = new ArrayList<>(children);
            all.addAll(starts);
            return new Extras(context, writings, all, sends, wake);
        }

        Extras plus(Send send) {
            return new Extras(context, writings, children, with(sends, send), wake);
        }

        Extras noting(Object value) {
            return new Extras(value, writings, children, sends, wake);
        }

        Extras waking(Instant at) {
            return new Extras(context, writings, children, sends, at);
        }

        private static <T> List<T> with(List<T> list, T one) {
            List<T> all = new ArrayList<>(list);
            all.add(one);
            return all;
        }
    }
}
