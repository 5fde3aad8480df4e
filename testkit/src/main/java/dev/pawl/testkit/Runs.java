package dev.pawl.testkit;

import dev.pawl.engine.store.Commit.Change;
import dev.pawl.run.After;
import dev.pawl.run.Condition;
import dev.pawl.run.Data;
import dev.pawl.run.Failure;
import dev.pawl.run.Family;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Lane;
import dev.pawl.run.Links;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Mail;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Progress;
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

/// Makes runs and legal changes of them, for tests of a store.
///
/// Times have microseconds, the precision that every store keeps.
public final class Runs {
    /// When the runs made here were created.
    public static final Instant START = Instant.parse("2026-03-01T10:20:30.123456Z");

    /// The definition of runs that do not name another one.
    public static final MachineRef MACHINE = new MachineRef("pull", 1, "f1");

    private Runs() {}

    /// Returns a run like another one that excludes other live runs of its key.
    public static Run exclusive(Run run, String key) {
        Run keyed = keyed(run, key);
        return keyed.with(keyed.origin().exclusively());
    }

    /// Returns a run like another one that waits for permits or holds them.
    public static Run holding(Run run, PermitNeed need) {
        return run.with(run.condition().with(need));
    }

    /// Returns a running run with nothing that may be left out.
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

    /// Returns a parked run with everything that may be there, each part different.
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
                                new After(new RunId(id + 2), After.On.FAILURE),
                                new After(new RunId(id + 4), After.On.ANY_END),
                                new RunId(id + 3)),
                        new Lane("downloads", -5),
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
        Mail first = mail(id + 10, id, "first");
        Mail second = mail(id + 9, id, "second");
        Mail event =
                new Mail(
                        id + 8,
                        new RunId(id),
                        Mail.Kind.CHILD_ENDED,
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

    /// Returns an instant so many seconds after the start.
    public static Instant at(long seconds) {
        return START.plusSeconds(seconds).plus(seconds, ChronoUnit.MICROS);
    }

    /// Returns an event sent to a run.
    public static Mail mail(long id, long to, String name) {
        return new Mail(
                id,
                new RunId(to),
                Mail.Kind.EVENT,
                name,
                Payload.of("{\"" + name + "\":1}"),
                at(id));
    }

    /// Returns a run that waits for a slot of a queue.
    public static Run queued(long id, String queue, int priority) {
        return laned(as(minimal(id), RunStatus.QUEUED), new Lane(queue, priority));
    }

    /// Returns a run with another key.
    public static Run keyed(Run run, String key) {
        Origin o = run.origin();
        return run.with(
                new Origin(
                        o.machine(),
                        key,
                        o.request(),
                        o.links(),
                        o.lane(),
                        o.idempotency(),
                        o.labels()));
    }

    /// Returns a run of another machine.
    public static Run of(String machine, Run run) {
        return run.with(run.origin().adoptedBy(new MachineRef(machine, 1, "f1")));
    }

    /// Returns a run in another lane.
    public static Run laned(Run run, Lane lane) {
        Origin o = run.origin();
        return run.with(
                new Origin(
                        o.machine(),
                        o.key(),
                        o.request(),
                        o.links(),
                        lane,
                        o.idempotency(),
                        o.labels()));
    }

    /// Returns a run with other relations.
    public static Run linked(Run run, Links links) {
        Origin o = run.origin();
        return run.with(
                new Origin(
                        o.machine(),
                        o.key(),
                        o.request(),
                        links,
                        o.lane(),
                        o.idempotency(),
                        o.labels()));
    }

    /// Returns a run that was started with an idempotency key.
    public static Run once(Run run, String idempotency) {
        Origin o = run.origin();
        return run.with(
                new Origin(
                        o.machine(),
                        o.key(),
                        o.request(),
                        o.links(),
                        o.lane(),
                        idempotency,
                        o.labels()));
    }

    /// Returns a run with another status in the same state; an end comes at the time of its id.
    public static Run as(Run run, RunStatus status) {
        return as(run, status, at(run.id().value()));
    }

    /// Returns a run with another status since a time.
    public static Run as(Run run, RunStatus status, Instant when) {
        return run.with(run.condition().at(status, run.state()))
                .with(run.timing().changed(when, true, status.isEnd()));
    }

    /// Returns the change that brings a run into the store with the history that its version asks
    /// for.
    public static Change started(Run run) {
        List<HistoryEntry> entries =
                IntStream.rangeClosed(1, Math.toIntExact(run.version()))
                        .mapToObj(seq -> entry(run, seq))
                        .toList();
        return new Change(run, entries);
    }

    /// Returns the change of a stored run to another value, with one history entry.
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
