package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
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
import dev.pawl.run.Predecessor;
import dev.pawl.run.Progress;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.run.Timing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// A store returns each run exactly as it was committed.
interface RunContract extends StoreTrial {
    /// Text that people and programs really write.
    List<String> ODD_TEXTS =
            List.of(
                    "",
                    " ",
                    "#",
                    "a/b/../c?d=e&f#g",
                    "it's \"quoted\" `so` \\ \\n",
                    "%_*?[a-z]",
                    "null",
                    "'; drop table runs; --",
                    "line\nline\r\n\ttab",
                    "nul\u0000in the middle",
                    "日本語 — ünï — 😀👩‍🚀 — \uFFFD\uE000",
                    "k".repeat(1024),
                    "😀".repeat(256));

    private void assertKept(Run... runs) {
        start(runs);
        assertThat(runs).allSatisfy(run -> assertThat(store().run(run.id())).contains(run));
        reopened();
        assertThat(runs).allSatisfy(run -> assertThat(store().run(run.id())).contains(run));
        crashed();
        assertThat(runs).allSatisfy(run -> assertThat(store().run(run.id())).contains(run));
        assertThat(store().runs(Filter.ALL, Page.oldest(Page.LIMIT_MAX))).containsExactly(runs);
    }

    @Test
    default void knowsNoRunThatWasNotCommitted() {
        start(SampleRuns.minimal(7));
        assertThat(store().run(new RunId(6))).isEmpty();
        assertThat(store().run(new RunId(8))).isEmpty();
    }

    @Test
    default void keepsEveryFieldOfARun() {
        assertKept(SampleRuns.full(100));
    }

    @Test
    default void keepsARunWithoutAnyOptionalPart() {
        assertKept(SampleRuns.minimal(100));
    }

    @Test
    default void distinguishesAnEmptyPayloadFromNone() {
        Run run = SampleRuns.minimal(1);
        assertKept(
                run,
                SampleRuns.minimal(2).with(run.data().withResponse(Payload.empty())),
                SampleRuns.minimal(3).with(run.data().withContext(Payload.empty())),
                SampleRuns.minimal(4).with(run.data().withMemo("m", Payload.empty())));
    }

    @Test
    default void keepsEveryStatus() {
        List<Run> runs = new ArrayList<>();
        for (RunStatus status : RunStatus.values()) {
            runs.add(SampleRuns.as(SampleRuns.minimal(runs.size() + 1), status));
        }
        assertKept(runs.toArray(Run[]::new));
    }

    @Test
    default void returnsTheStatusesOfTheRequestedRunsThatExist() {
        Map<RunId, RunStatus> expected = new HashMap<>();
        for (RunStatus status : RunStatus.values()) {
            Run run = SampleRuns.as(SampleRuns.minimal(expected.size() + 1), status);
            start(run);
            expected.put(run.id(), status);
        }
        start(SampleRuns.full(100));
        Set<RunId> asked = new HashSet<>(expected.keySet());
        asked.add(new RunId(50));
        assertThat(store().statuses(asked)).isEqualTo(expected);
        assertThat(store().statuses(Set.of())).isEmpty();
        reopened();
        assertThat(store().statuses(asked)).isEqualTo(expected);
        Run running = store().run(new RunId(100)).orElseThrow();
        change(SampleRuns.moved(running, RunStatus.COMPLETED));
        assertThat(store().statuses(Set.of(running.id())))
                .isEqualTo(Map.of(running.id(), RunStatus.COMPLETED));
    }

    @Test
    default void keepsEveryDecidedEndAndHeldStatus() {
        List<Run> runs = new ArrayList<>();
        for (RunStatus status : RunStatus.values()) {
            RunEnd end = status.isEnd() ? new RunEnd(status, null) : null;
            RunStatus held = status.isEnd() ? null : status;
            Condition condition =
                    new Condition(RunStatus.PAUSED, "check", end, false, held, "by ana");
            runs.add(SampleRuns.minimal(runs.size() + 1).with(condition));
        }
        assertKept(runs.toArray(Run[]::new));
    }

    @Test
    default void keepsEveryConditionOfAFollower() {
        List<Run> runs = new ArrayList<>();
        for (Predecessor.On on : Predecessor.On.values()) {
            Links links = new Links(null, new Predecessor(new RunId(77), on), null, null);
            runs.add(SampleRuns.linked(SampleRuns.minimal(runs.size() + 1), links));
        }
        assertKept(runs.toArray(Run[]::new));
    }

    @Test
    default void keepsTheInboxInItsOrderWithEveryKindOfMessage() {
        Data data = Data.NONE;
        long id = 90;
        for (Message.Kind kind : Message.Kind.values()) {
            id--;
            data =
                    data.received(
                            new Message(
                                    id,
                                    new RunId(1),
                                    kind,
                                    "n" + id,
                                    Payload.of("b"),
                                    SampleRuns.at(id)));
        }
        assertKept(SampleRuns.minimal(1).with(data));
    }

    @Test
    default void keepsTimesToTheMicrosecond() {
        List<Run> runs = new ArrayList<>();
        for (String text :
                List.of(
                        "1969-12-31T23:59:59.999999Z",
                        "1970-01-01T00:00:00Z",
                        "2026-02-28T12:00:00.000001Z",
                        "2026-10-25T00:59:59.999Z",
                        "9999-12-31T23:59:59.999999Z")) {
            Instant at = Instant.parse(text);
            Run run = SampleRuns.minimal(runs.size() + 1);
            runs.add(
                    run.with(new Timing(at, at, at, at, at, null))
                            .with(new Progress(1, 0, 0, at, Map.of(), null, false, false)));
        }
        assertKept(runs.toArray(Run[]::new));
    }

    @Test
    default void keepsTheLargestNumbers() {
        int max = Integer.MAX_VALUE;
        Run run =
                SampleRuns.inQueue(
                                SampleRuns.minimal(Long.MAX_VALUE),
                                new QueuePlace("q", Integer.MIN_VALUE))
                        .with(
                                new Progress(
                                        max,
                                        max,
                                        max,
                                        SampleRuns.at(0),
                                        Map.of("s", max),
                                        null,
                                        true,
                                        true))
                        .with(Data.NONE.withFamily(new Family(max, max, 0, false)));
        assertKept(SampleRuns.inQueue(SampleRuns.minimal(0), new QueuePlace("q", max)), run);
    }

    @Test
    default void findsARunUnderAnyKey() {
        long id = 0;
        for (String key : ODD_TEXTS) start(SampleRuns.keyed(SampleRuns.minimal(++id), key));
        reopened();
        id = 0;
        for (String key : ODD_TEXTS) {
            RunId run = new RunId(++id);
            assertThat(store().run(run)).map(Run::key).contains(key);
            assertThat(store().live("pull", key)).as(key).map(Run::id).contains(run);
            assertThat(store().runs(Filter.ALL.key(key), Page.newest(5)))
                    .as(key)
                    .extracting(Run::id)
                    .containsExactly(run);
        }
    }

    @Test
    default void distinguishesKeysThatDifferLittle() {
        List<String> keys = List.of("a", "A", "a ", " a", "a\u0000", "\u00e4", "a\u0308", "");
        long id = 0;
        for (String key : keys) start(SampleRuns.keyed(SampleRuns.minimal(++id), key));
        for (String key : keys) assertThat(store().count(Filter.ALL.key(key))).isEqualTo(1);
    }

    @Test
    default void keepsAnyTextInEveryField() {
        List<Run> runs = new ArrayList<>();
        for (String text : ODD_TEXTS) runs.add(worded(runs.size() + 1, text));
        assertKept(runs.toArray(Run[]::new));
    }

    private static Run worded(long id, String text) {
        Failure failure = new Failure(text, text, text);
        String name = "n" + text.replace("\u0000", "");
        Message message =
                new Message(
                        5,
                        new RunId(id),
                        Message.Kind.EVENT,
                        text,
                        Payload.of(text),
                        SampleRuns.at(1));
        return new Run(
                new RunId(id),
                new Origin(
                        new MachineRef(name, 1, "f"),
                        text,
                        Payload.of(text),
                        Links.NONE,
                        new QueuePlace(name, 0),
                        text,
                        Map.of(text, text)),
                new Condition(
                        RunStatus.PARKED,
                        name,
                        new RunEnd(RunStatus.FAILED, failure),
                        false,
                        RunStatus.RUNNING,
                        text),
                new Progress(1, 1, 0, SampleRuns.at(0), Map.of(name, 1), failure, false, true),
                new Data(
                        null,
                        null,
                        Map.of(text, Payload.of(text)),
                        List.of(message),
                        message,
                        Family.NONE),
                Timing.created(SampleRuns.at(0), null),
                1);
    }

    @Test
    default void keepsPayloadsOfAMebibyte() {
        byte[] bytes = new byte[1 << 20];
        new SplittableRandom(7).nextBytes(bytes);
        Payload big = Payload.of(bytes);
        Message message =
                new Message(5, new RunId(1), Message.Kind.EVENT, "big", big, SampleRuns.at(1));
        Run run = SampleRuns.full(1);
        Origin o = run.origin();
        Origin origin =
                new Origin(
                        o.machine(),
                        "k",
                        big,
                        o.links(),
                        o.queuePlace(),
                        o.idempotency(),
                        o.labels());
        assertKept(
                run.with(origin)
                        .with(
                                new Data(
                                        big,
                                        big,
                                        Map.of("m", big),
                                        List.of(message),
                                        message,
                                        Family.NONE)));
    }

    @Test
    default void replacesARunAsAWhole() {
        Run full = SampleRuns.full(1);
        start(full);
        Run bare =
                change(
                        SampleRuns.changed(
                                full.with(Condition.of(RunStatus.RUNNING, "check"))
                                        .with(Progress.none(SampleRuns.at(1)))
                                        .with(Data.NONE)
                                        .with(Timing.created(SampleRuns.START, null))));
        assertThat(store().run(full.id())).contains(bare);
        Run again =
                change(
                        SampleRuns.changed(
                                full.with(Condition.of(RunStatus.WAITING, "check"))
                                        .withVersion(bare.version())));
        assertThat(reopened().run(full.id())).contains(again);
    }

    @Test
    default void keepsTheDefinitionThatAdoptedARun() {
        Run run = SampleRuns.minimal(1);
        start(run);
        MachineRef newer = new MachineRef("pull", 2, "f2");
        Run adopted = change(SampleRuns.changed(run.with(run.origin().adoptedBy(newer))));
        assertThat(reopened().run(run.id())).contains(adopted);
    }

    @Test
    default void changesAnEndedRunsFamily() {
        Run run = SampleRuns.as(SampleRuns.full(1), RunStatus.CANCELLED);
        start(run);
        Family family = run.data().family().withEnded(true).withFollower();
        Run next = change(SampleRuns.changed(run.with(run.data().withFamily(family))));
        assertThat(reopened().run(run.id())).contains(next);
        assertThat(history(run)).extracting(HistoryEntry::seq).containsExactly(1L, 2L, 3L, 4L);
    }
}
