package dev.pawl.machine;

import dev.pawl.run.Links;
import dev.pawl.run.Predecessor;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A request to start a run; made by [Machine#start]. Each method returns a copy with one more
/// option.
///
/// A run with a delay, a predecessor and a queue waits for them in that order.
public record Start<I>(
        Machine<I, ?> machine,
        I request,
        Identity identity,
        Links links,
        Times times,
        @Nullable QueuePlace queuePlace,
        Map<String, String> labels) {
    public Start {
        Objects.requireNonNull(machine, "a start needs a machine, found null");
        labels = Map.copyOf(labels);
    }

    static <I> Start<I> of(Machine<I, ?> machine, I request) {
        var identity = new Identity(null, null, machine.definition().policies().uniqueness());
        var times = new Times(Duration.ZERO, null);
        return new Start<>(machine, request, identity, Links.NONE, times, null, Map.of());
    }

    /// Sets the key: the name of the resource that the run works on.
    public Start<I> key(String key) {
        return with(new Identity(key, identity.idempotency(), identity.uniqueness()));
    }

    /// Sets the idempotency key: a second start with the same key returns the first run.
    ///
    /// A run stores the one idempotency key that it was started with. A start that attaches to a
    /// live run stores nothing, so repeating it after that run has ended starts another run.
    public Start<I> idempotency(String key) {
        return with(new Identity(identity.key(), key, identity.uniqueness()));
    }

    /// Sets what happens if a live run has the same key. Default: the machine's policy.
    public Start<I> unique(Uniqueness policy) {
        return with(new Identity(identity.key(), identity.idempotency(), policy));
    }

    /// Delays the run.
    public Start<I> delay(Duration delay) {
        return with(new Times(delay, times.deadline()));
    }

    /// Sets the time after which the run ends as expired, counted from the start.
    public Start<I> deadline(Duration fromNow) {
        return with(new Times(times.delay(), fromNow));
    }

    /// Starts the run after another run has ended. If that run does not meet the condition, the new
    /// run ends as skipped.
    public Start<I> after(RunId run, Predecessor.On on) {
        Objects.requireNonNull(run, "after needs the id of a run, found null");
        Objects.requireNonNull(on, "after needs a condition, found null");
        return with(
                new Links(links.parent(), new Predecessor(run, on), links.behind(), links.cause()));
    }

    /// Makes the run a child of another run.
    public Start<I> parent(RunId run) {
        return with(links.withParent(run));
    }

    /// Records the run that caused this one, which continues it or is a fork of it.
    public Start<I> cause(RunId run) {
        return with(new Links(links.parent(), links.after(), links.behind(), run));
    }

    /// Starts the run through a queue.
    public Start<I> queue(String name) {
        return queue(name, queuePlace == null ? 0 : queuePlace.priority());
    }

    /// Starts the run through a queue, ahead of all runs with a lower priority.
    public Start<I> queue(String name, int priority) {
        Objects.requireNonNull(name, "queue needs the name of a queue, found null");
        return with(new QueuePlace(name, priority));
    }

    /// Adds a label, for people and traces.
    public Start<I> label(String name, String value) {
        Objects.requireNonNull(name, "a label needs a name, found null");
        Objects.requireNonNull(value, "label '%s' needs a value, found null".formatted(name));
        Map<String, String> more = new HashMap<>(labels);
        more.put(name, value);
        return new Start<>(machine, request, identity, links, times, queuePlace, more);
    }

    private Start<I> with(Identity other) {
        return new Start<>(machine, request, other, links, times, queuePlace, labels);
    }

    private Start<I> with(Links other) {
        return new Start<>(machine, request, identity, other, times, queuePlace, labels);
    }

    private Start<I> with(Times other) {
        return new Start<>(machine, request, identity, links, other, queuePlace, labels);
    }

    private Start<I> with(QueuePlace other) {
        return new Start<>(machine, request, identity, links, times, other, labels);
    }

    /// The keys of a start, and what happens if a live run has the same key.
    public record Identity(
            @Nullable String key, @Nullable String idempotency, Uniqueness uniqueness) {
        public Identity {
            Objects.requireNonNull(uniqueness, "unique needs a policy, found null");
        }
    }

    /// The delay and the deadline, both counted from the time of the start.
    public record Times(Duration delay, @Nullable Duration deadline) {
        public Times {
            Objects.requireNonNull(delay, "delay needs a duration, found null");
            if (delay.isNegative()) {
                throw new IllegalArgumentException(
                        "expected a delay of zero or more, found " + delay);
            }
            if (deadline != null && !deadline.isPositive()) {
                throw new IllegalArgumentException(
                        "expected a deadline after the start, found " + deadline);
            }
        }
    }
}
