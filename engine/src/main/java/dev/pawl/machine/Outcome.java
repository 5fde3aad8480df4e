package dev.pawl.machine;

import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a body returns: where the run goes next. Created by the methods of [Attempt].
///
/// An outcome also carries what the engine commits with the transition: the step's own SQL,
/// children to start, events to send, a new context.
public sealed interface Outcome<O> {

    /// Returns what is committed together with this outcome.
    Extras extras();

    /// Returns this outcome with other extras.
    Outcome<O> with(Extras extras);

    /// Adds SQL that is executed in the same transaction.
    default Outcome<O> writing(Writing sql) {
        Objects.requireNonNull(sql, "writing needs the SQL to execute, found null");
        return with(extras().plus(sql));
    }

    /// Adds children that are started in the same transaction.
    default Outcome<O> starting(Start<?>... children) {
        Objects.requireNonNull(children, "starting needs the starts of children, found null");
        for (Start<?> child : children) {
            Objects.requireNonNull(child, "starting needs the start of a child, found null");
        }
        return with(extras().plus(List.of(children)));
    }

    /// Adds children that are started in the same transaction.
    default Outcome<O> starting(Collection<? extends Start<?>> children) {
        Objects.requireNonNull(children, "starting needs the starts of children, found null");
        return starting(children.toArray(Start<?>[]::new));
    }

    /// Adds runs that are started in the same transaction and are independent of this run: they are
    /// not its children, no join counts them, and they continue however this run ends. Throws
    /// `IllegalArgumentException` if one of them has a parent.
    default Outcome<O> launching(Start<?>... runs) {
        Objects.requireNonNull(runs, "launching needs the starts of runs, found null");
        for (Start<?> run : runs) {
            Objects.requireNonNull(run, "launching needs the start of a run, found null");
            if (run.links().parent() != null) {
                throw new IllegalArgumentException(
                        "expected a run of %s without a parent, found the parent %s"
                                .formatted(run.machine().name(), run.links().parent()));
            }
        }
        return with(extras().launching(List.of(runs)));
    }

    /// Adds an event that is sent to another run in the same transaction.
    default Outcome<O> sending(RunId to, Object event) {
        return with(extras().plus(new Send(to, event)));
    }

    /// Sets the context for the following states.
    default Outcome<O> noting(Object context) {
        return with(extras().noting(context));
    }

    /// Sets when the timer of the following wait fires, in place of its declared time.
    default Outcome<O> waking(Instant at) {
        return with(extras().waking(at));
    }

    /// Goes to the next state.
    record Next<O>(@Nullable O response, Extras extras) implements Outcome<O> {
        @Override
        public Outcome<O> with(Extras other) {
            return new Next<>(response, other);
        }
    }

    /// Completes the run early with this result.
    record Finish<O>(O response, Extras extras) implements Outcome<O> {
        @Override
        public Outcome<O> with(Extras other) {
            return new Finish<>(response, other);
        }
    }

    /// Goes to a state that the step declared.
    record GoTo<O>(String state, @Nullable O response, Extras extras) implements Outcome<O> {
        public GoTo {
            Objects.requireNonNull(state, "goTo needs the name of a state, found null");
        }

        @Override
        public Outcome<O> with(Extras other) {
            return new GoTo<>(state, response, other);
        }
    }

    /// Repeats the state after a delay; not a failure.
    record Repeat<O>(Duration delay, Extras extras) implements Outcome<O> {
        public Repeat {
            Objects.requireNonNull(delay, "repeatWith needs a delay, found null");
        }

        @Override
        public Outcome<O> with(Extras other) {
            return new Repeat<>(delay, other);
        }
    }

    /// Repeats the state after a delay, because a condition is not met yet; not a failure.
    record WaitAndRepeat<O>(Duration delay, String reason, Extras extras) implements Outcome<O> {
        public WaitAndRepeat {
            Objects.requireNonNull(delay, "waitAndRepeat needs a delay, found null");
            if (!delay.isPositive()) {
                throw new IllegalArgumentException("expected a positive delay, found " + delay);
            }
            reason = Reason.of(reason);
        }

        @Override
        public Outcome<O> with(Extras other) {
            return new WaitAndRepeat<>(delay, reason, other);
        }
    }

    /// Fails the attempt and retries it after a given delay.
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

    /// Ends the run by decision.
    record Abort<O>(String reason, Extras extras) implements Outcome<O> {
        public Abort {
            reason = Reason.of(reason);
        }

        @Override
        public Outcome<O> with(Extras other) {
            return new Abort<>(reason, other);
        }
    }

    /// Ends the run because no retry can help.
    record Fail<O>(String reason, Extras extras) implements Outcome<O> {
        public Fail {
            reason = Reason.of(reason);
        }

        @Override
        public Outcome<O> with(Extras other) {
            return new Fail<>(reason, other);
        }
    }

    /// Executes the state's own body; only a recovery body returns this.
    record ExecuteBody<O>(Extras extras) implements Outcome<O> {
        @Override
        public Outcome<O> with(Extras other) {
            return new ExecuteBody<>(other);
        }
    }

    /// An event for another run.
    record Send(RunId to, Object event) {
        public Send {
            Objects.requireNonNull(to, "sending needs the id of a run, found null");
            Objects.requireNonNull(event, "sending needs an event, found null");
        }
    }

    /// What is committed together with an outcome; `launches` are the runs that are not children.
    record Extras(
            @Nullable Object context,
            List<Writing> writings,
            List<Start<?>> children,
            List<Start<?>> launches,
            List<Send> sends,
            @Nullable Instant wake) {
        /// Nothing.
        public static final Extras NONE =
                new Extras(null, List.of(), List.of(), List.of(), List.of(), null);

        Extras plus(Writing sql) {
            return new Extras(context, with(writings, sql), children, launches, sends, wake);
        }

        Extras plus(List<Start<?>> starts) {
            return new Extras(context, writings, with(children, starts), launches, sends, wake);
        }

        Extras launching(List<Start<?>> starts) {
            return new Extras(context, writings, children, with(launches, starts), sends, wake);
        }

        Extras plus(Send send) {
            return new Extras(context, writings, children, launches, with(sends, send), wake);
        }

        Extras noting(Object value) {
            return new Extras(value, writings, children, launches, sends, wake);
        }

        Extras waking(Instant at) {
            return new Extras(context, writings, children, launches, sends, at);
        }

        private static <T> List<T> with(List<T> list, T one) {
            return with(list, List.of(one));
        }

        private static <T> List<T> with(List<T> list, List<T> more) {
            List<T> all = new ArrayList<>(list);
            all.addAll(more);
            return all;
        }
    }
}
