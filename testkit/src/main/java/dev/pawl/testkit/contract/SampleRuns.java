package dev.pawl.testkit.contract;

import dev.pawl.engine.store.Commit.Change;
import dev.pawl.run.Condition;
import dev.pawl.run.Data;
import dev.pawl.run.Failure;
import dev.pawl.run.Family;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Links;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Message;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Predecessor;
import dev.pawl.run.Progress;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.run.Timing;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Creates runs and valid changes of them, for tests of a store.
///
/// Times have microseconds, the precision that every store keeps.
public final class SampleRuns {
    /// When these runs were created.
    public static final Instant START = Instant.parse("2026-03-01T10:20:30.123456Z");

    /// The default definition of these runs.
    public static final MachineRef MACHINE = new MachineRef("pull", 1, "f1");

    private SampleRuns() {}

    /// Returns the run with a key that excludes other live runs.
    public static Run exclusive(Run run, String key) {
        Run keyed = keyed(run, key);
        return keyed.with(keyed.origin().exclusively());
    }

    /// Returns the run with permits that it waits for or holds.
    public static Run holding(Run run, PermitNeed need) {
        return run.with(run.condition().with(need));
    }

    /// Returns a running run without any optional part.
    public static Run minimal(long id) {
        Origin origin =
                new Origin(MACHINE, null, Payload.empty(), Links.NONE, null, null, Map.of());
        return new Run(
                new RunId(id),
                origin,
                Condition.of(RunStatus.RUNNING, "check"),
                Progress.none(START),
                Data.NONE,
                Timing.created(START, null),
                1);
    }

    /// Returns a parked run with every optional part, each with another value.
    public static Run full(long id) {
        Failure failure =
                new Failure("java.io.IOException", "disk \"sda\" is gone\n→ 😀", "at A\nat B");
        Origin origin =
                new Origin(
                        new MachineRef("pull-image", 7, "9f8e7d"),
                        "alpine:3.20",
                        Payload.of("{\"request\":1}"),
                        new Links(
                                new RunId(id + 1),
                                new Predecessor(new RunId(id + 2), Predecessor.On.FAILURE),
                                new Predecessor(new RunId(id + 4), Predecessor.On.ANY_END),
                                new RunId(id + 3)),
                        new QueuePlace("downloads", -5),
                        "once-" + id,
                        Map.of("owner", "ana", "", "ünï\u0000cödé 😀"));
        Condition condition =
                new Condition(
                        RunStatus.PARKED,
                        "unpack",
                        new RunEnd(RunStatus.FAILED, failure),
                        true,
                        RunStatus.BACKING_OFF,
                        "no definition");
        Progress progress =
                new Progress(9, 4, 2, at(5), Map.of("check", 1, "unpack", 3), failure, true, true);
        Timing timing = new Timing(START, at(7), at(6), at(60), at(3600), null);
        return new Run(new RunId(id), origin, condition, progress, fullData(id), timing, 3);
    }

    private static Data fullData(long id) {
        Message first = message(id + 10, id, "first");
        Message second = message(id + 9, id, "second");
        Message event =
                new Message(
                        id + 8,
                        new RunId(id),
                        Message.Kind.CHILD_ENDED,
                        "FAILED",
                        Payload.of("e"),
                        at(4));
        return new Data(
                Payload.of(new byte[] {0, -1, 127, -128, 10}),
                Payload.of("{\"context\":2}"),
                Map.of("size", Payload.of("3"), "none", Payload.empty()),
                List.of(first, second),
                event,
                new Family(5, 2, 1, true));
    }

    /// Returns the instant this many seconds after [#START].
    public static Instant at(long seconds) {
        return START.plusSeconds(seconds).plus(seconds, ChronoUnit.MICROS);
    }

    /// Returns an event sent to a run.
    public static Message message(long id, long to, String name) {
        return new Message(
                id,
                new RunId(to),
                Message.Kind.EVENT,
                name,
                Payload.of("{\"" + name + "\":1}"),
                at(id));
    }

    /// Returns a run that waits for a slot of a queue.
    public static Run queued(long id, String queue, int priority) {
        return inQueue(as(minimal(id), RunStatus.QUEUED), new QueuePlace(queue, priority));
    }

    /// Returns the run with another key.
    public static Run keyed(Run run, String key) {
        return with(run, key, run.origin().queuePlace(), run.origin().idempotency());
    }

    /// Returns the run with another machine.
    public static Run of(String machine, Run run) {
        return run.with(run.origin().adoptedBy(new MachineRef(machine, 1, "f1")));
    }

    /// Returns the run with another place in a queue.
    public static Run inQueue(Run run, QueuePlace place) {
        return with(run, run.origin().key(), place, run.origin().idempotency());
    }

    /// Returns the run with other links.
    public static Run linked(Run run, Links links) {
        return run.with(run.origin().with(links));
    }

    /// Returns the run with an idempotency key.
    public static Run once(Run run, String idempotency) {
        return with(run, run.origin().key(), run.origin().queuePlace(), idempotency);
    }

    private static Run with(
            Run run,
            @Nullable String key,
            @Nullable QueuePlace place,
            @Nullable String idempotency) {
        Origin o = run.origin();
        return run.with(
                new Origin(
                        o.machine(), key, o.request(), o.links(), place, idempotency, o.labels()));
    }

    /// Returns the run with another status in the same state; an end is at the second of its id.
    public static Run as(Run run, RunStatus status) {
        return as(run, status, at(run.id().value()));
    }

    /// Returns the run with another status since a time.
    public static Run as(Run run, RunStatus status, Instant when) {
        return run.with(run.condition().at(status, run.state()))
                .with(run.timing().changed(when, true, status.isEnd()));
    }

    /// Returns the change that adds a run to the store, with as many history entries as its version
    /// says.
    public static Change started(Run run) {
        List<HistoryEntry> entries =
                IntStream.rangeClosed(1, Math.toIntExact(run.version()))
                        .mapToObj(seq -> entry(run, seq))
                        .toList();
        return new Change(run, entries);
    }

    /// Returns the change of a stored run to `next`, with one history entry.
    public static Change changed(Run next) {
        Run run = next.withVersion(next.version() + 1);
        return new Change(run, List.of(entry(run, run.version())));
    }

    /// Returns the change of a stored run to another status.
    public static Change moved(Run stored, RunStatus status) {
        return changed(as(stored, status));
    }

    private static HistoryEntry entry(Run run, long seq) {
        HistoryEntry.Kind kind =
                seq == 1
                        ? HistoryEntry.Kind.STARTED
                        : run.status().isEnd()
                                ? HistoryEntry.Kind.ENDED
                                : HistoryEntry.Kind.ENTERED;
        return new HistoryEntry(
                seq, at(seq), kind, run.status(), run.state(), 1, HistoryEntry.ENGINE, null);
    }
}
