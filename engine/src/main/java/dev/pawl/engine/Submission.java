package dev.pawl.engine;

import static java.util.Objects.requireNonNull;

import dev.pawl.machine.Machine;
import dev.pawl.machine.Start;
import dev.pawl.run.Links;
import dev.pawl.run.Payload;
import dev.pawl.run.QueuePlace;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The start of a run by the name of its machine, with an encoded request: for callers without the
/// machine's classes. The machine's policy applies if its key has a live run.
public record Submission(
        String machine,
        Payload request,
        @Nullable String key,
        @Nullable String idempotency,
        @Nullable QueuePlace queuePlace) {

    public Submission {
        requireNonNull(machine, "machine");
        requireNonNull(request, "request");
    }

    /// Returns what a start asks for; throws `IllegalArgumentException` if that is more than a
    /// request, keys and a queue.
    public static <I> Submission of(Start<I> start) {
        boolean plain =
                start.links().equals(Links.NONE)
                        && start.times().equals(new Start.Times(Duration.ZERO, null))
                        && start.labels().isEmpty()
                        && start.identity().uniqueness()
                                == start.machine().definition().policies().uniqueness();
        if (!plain) {
            throw new IllegalArgumentException(
                    "a submission of %s has a request, keys and a queue, and nothing else: %s"
                            .formatted(start.machine().name(), start));
        }
        return new Submission(
                start.machine().name(),
                start.machine().codec().encode(start.request()),
                start.identity().key(),
                start.identity().idempotency(),
                start.queuePlace());
    }

    /// Returns this as a start of the machine, whose classes must understand the request.
    <I> Start<I> start(Machine<I, ?> known) {
        Start<I> start = known.start(decoded(known, request));
        if (key != null) start = start.key(key);
        if (idempotency != null) start = start.idempotency(idempotency);
        return queuePlace == null ? start : start.queue(queuePlace.queue(), queuePlace.priority());
    }

    /// Throws [Refused] if the machine's classes do not understand a request.
    static void requireReadable(Machine<?, ?> known, Payload request) {
        Object read = decoded(known, request);
        assert read != null || request.text().equals("null");
    }

    private static <I> I decoded(Machine<I, ?> known, Payload request) {
        try {
            return known.codec().decode(request, known.requestType());
        } catch (RuntimeException e) {
            throw new Refused(
                    "the request for %s cannot be read as %s: %s"
                            .formatted(
                                    known.name(),
                                    known.requestType().getSimpleName(),
                                    e.getMessage()));
        }
    }
}
