package dev.pawl.machine;

import dev.pawl.run.After;
import dev.pawl.run.Lane;
import dev.pawl.run.Links;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The start of a run, with all its options; they compose, and all of them are honoured.
///
/// A run that is started with a delay, a predecessor and a queue waits for them in that order.
public record Start<I>(
        Machine<I, ?> machine,
        I request,
        Identity identity,
        Links links,
        Times times,
        @Nullable Lane lane,
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

    /// Returns this start about the resource `key`.
    public Start<I> key(String key) {
        return with(new Identity(key, identity.idempotency(), identity.uniqueness()));
    }

    /// Returns this start under a key of its own: started twice with it, there is one run.
    ///
    /// A run remembers the one idempotency key that it was started with. A start that attaches to a
    /// live run changes nothing, so its key is not kept: repeated after that run has ended, it
    /// starts another one.
    public Start<I> idempotency(String key) {
        return with(new Identity(identity.key(), key, identity.uniqueness()));
    }

    /// Returns this start with another policy for a live run of the same key.
    public Start<I> unique(Uniqueness policy) {
        return with(new Identity(identity.key(), identity.idempotency(), policy));
    }

    /// Returns this start put off by `delay`.
    public Start<I> delay(Duration delay) {
        return with(new Times(delay, times.deadline()));
    }

    /// Returns this start with the time after which the run ends as expired.
    public Start<I> deadline(Duration fromNow) {
        return with(new Times(times.delay(), fromNow));
    }

    /// Returns this start after another run has ended as `on` says; otherwise it is skipped.
    public Start<I> after(RunId run, After.On on) {
        Objects.requireNonNull(run, "after needs the id of a run, found null");
        Objects.requireNonNull(on, "after needs a condition, found null");
        return with(new Links(links.parent(), new After(run, on), links.behind(), links.cause()));
    }

    /// Returns this start as a child of another run.
    public Start<I> parent(RunId run) {
        return with(links.withParent(run));
    }

    /// Returns this start caused by another run: it continues or forks that one.
    public Start<I> cause(RunId run) {
        return with(new Links(links.parent(), links.after(), links.behind(), run));
    }

    /// Returns this start through a queue.
    public Start<I> queue(String name) {
        return queue(name, lane == null ? 0 : lane.priority());
    }

    /// Returns this start through a queue, before all runs of lower priority.
    public Start<I> queue(String name, int priority) {
        Objects.requireNonNull(name, "queue needs the name of a queue, found null");
        return with(new Lane(name, priority));
    }

    /// Returns this start with a label for people and traces.
    public Start<I> label(String name, String value) {
        Objects.requireNonNull(name, "a label needs a name, found null");
        Objects.requireNonNull(value, "label '%s' needs a value, found null".formatted(name));
        Map<String, String> more = new HashMap<>(labels);
        more.put(name, value);
        return new Start<>(machine, request, identity, links, times, lane, more);
    }

    private Start<I> with(Identity other) {
        return new Start<>(machine, request, other, links, times, lane, labels);
    }

    private Start<I> with(Links other) {
        return new Start<>(machine, request, identity, other, times, lane, labels);
    }

    private Start<I> with(Times other) {
        return new Start<>(machine, request, identity, links, other, lane, labels);
    }

    private Start<I> with(Lane other) {
        return new Start<>(machine, request, identity, links, times, other, labels);
    }

    /// What makes this start the same as another one.
    public record Identity(
            @Nullable String key, @Nullable String idempotency, Uniqueness uniqueness) {
        public Identity {
            Objects.requireNonNull(uniqueness, "unique needs a policy, found null");
        }
    }

    /// When the run may begin, and when it is over; both from the time of the start.
    public record Times(Duration delay, @Nullable Duration deadline) {
        public Times {
            Objects.requireNonNull(delay, "delay needs a duration, found null");
            if (delay.isNegative()) {
                throw new IllegalArgumentException("a delay is not negative: " + delay);
            }
            if (deadline != null && !deadline.isPositive()) {
                throw new IllegalArgumentException("a deadline is later than now: " + deadline);
            }
        }
    }
}
