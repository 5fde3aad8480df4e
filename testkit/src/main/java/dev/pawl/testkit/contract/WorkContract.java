package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Queued;
import dev.pawl.engine.store.Tally;
import dev.pawl.engine.store.Wake;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.run.Timing;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A store answers what the engine needs to continue: which runs are live, due, queued or already
/// started.
interface WorkContract extends StoreTrial {

    @Test
    default void findsTheNewestLiveRunOfAKey() {
        start(
                SampleRuns.keyed(SampleRuns.minimal(1), "k"),
                SampleRuns.keyed(SampleRuns.minimal(3), "k"));
        start(SampleRuns.keyed(SampleRuns.minimal(2), "k"));
        assertThat(store().live("pull", "k")).map(Run::id).contains(new RunId(3));
        assertThat(store().live("push", "k")).isEmpty();
        assertThat(store().live("pull", "K")).isEmpty();
    }

    @Test
    default void findsNoLiveRunOfAKeyWhoseRunsEnded() {
        Run older = SampleRuns.keyed(SampleRuns.minimal(1), "k");
        Run newer = SampleRuns.keyed(SampleRuns.minimal(2), "k");
        start(older, newer);
        change(SampleRuns.moved(newer, RunStatus.COMPLETED));
        assertThat(store().live("pull", "k")).contains(older);
        change(SampleRuns.moved(older, RunStatus.FAILED));
        assertThat(store().live("pull", "k")).isEmpty();
        assertThat(reopened().live("pull", "k")).isEmpty();
    }

    @Test
    default void findsEveryRunThatHasNotEndedByItsKey() {
        long id = 0;
        for (RunStatus status : RunStatus.values()) {
            Run run = SampleRuns.keyed(SampleRuns.minimal(++id), status.name());
            start(SampleRuns.as(run, status));
            assertThat(store().live("pull", status.name()).isPresent())
                    .isNotEqualTo(status.isEnd());
        }
    }

    @Test
    default void findsTheRunStartedWithAnIdempotencyKeyAlsoAfterItsEnd() {
        Run run = SampleRuns.once(SampleRuns.minimal(1), "request 1");
        start(run, SampleRuns.once(SampleRuns.minimal(2), "request 2"), SampleRuns.minimal(3));
        assertThat(store().startedWith("pull", "request 1")).contains(run);
        Run ended = change(SampleRuns.moved(run, RunStatus.ABORTED));
        assertThat(store().startedWith("pull", "request 1")).contains(ended);
        assertThat(reopened().startedWith("pull", "request 1")).contains(ended);
        assertThat(store().startedWith("push", "request 1")).isEmpty();
        assertThat(store().startedWith("pull", "request 3")).isEmpty();
        assertThat(store().startedWith("pull", "")).isEmpty();
    }

    @Test
    default void findsAnyIdempotencyKey() {
        long id = 0;
        for (String text : RunContract.ODD_TEXTS)
            start(SampleRuns.once(SampleRuns.minimal(++id), text));
        id = 0;
        for (String text : RunContract.ODD_TEXTS) {
            assertThat(store().startedWith("pull", text)).map(Run::id).contains(new RunId(++id));
        }
    }

    @Test
    default void talliesLiveRunsByDefinitionStatusAndState() {
        MachineRef newer = new MachineRef("pull", 2, "f2");
        Run adopted = SampleRuns.minimal(3);
        start(SampleRuns.minimal(1), SampleRuns.minimal(2));
        start(adopted.with(adopted.origin().adoptedBy(newer)));
        start(
                SampleRuns.as(SampleRuns.minimal(4), RunStatus.WAITING),
                SampleRuns.of("push", SampleRuns.minimal(5)));
        start(SampleRuns.as(SampleRuns.minimal(6), RunStatus.COMPLETED));
        Run moving = SampleRuns.minimal(7);
        start(moving);
        change(SampleRuns.changed(moving.with(moving.condition().at(RunStatus.RUNNING, "verify"))));
        assertThat(store().tally())
                .containsExactlyInAnyOrder(
                        new Tally(SampleRuns.MACHINE, RunStatus.RUNNING, "check", 2),
                        new Tally(newer, RunStatus.RUNNING, "check", 1),
                        new Tally(SampleRuns.MACHINE, RunStatus.WAITING, "check", 1),
                        new Tally(new MachineRef("push", 1, "f1"), RunStatus.RUNNING, "check", 1),
                        new Tally(SampleRuns.MACHINE, RunStatus.RUNNING, "verify", 1));
        change(SampleRuns.moved(SampleRuns.minimal(1), RunStatus.COMPLETED));
        change(SampleRuns.moved(SampleRuns.minimal(2), RunStatus.COMPLETED));
        assertThat(reopened().tally()).hasSize(4);
    }

    private static Run timed(long id, @Nullable Instant timer, @Nullable Instant deadline) {
        Timing timing =
                new Timing(
                        SampleRuns.START,
                        SampleRuns.START,
                        SampleRuns.START,
                        timer,
                        deadline,
                        null);
        return SampleRuns.as(SampleRuns.minimal(id), RunStatus.WAITING).with(timing);
    }

    @Test
    default void listsWakesInOrderOfTime() {
        start(timed(1, SampleRuns.at(9), null), timed(2, SampleRuns.at(3), SampleRuns.at(5)));
        start(
                timed(3, SampleRuns.at(8), SampleRuns.at(4)),
                timed(4, null, null),
                timed(5, null, SampleRuns.at(1)));
        List<Wake> expected =
                List.of(
                        new Wake(SampleRuns.at(1), new RunId(5)),
                        new Wake(SampleRuns.at(3), new RunId(2)),
                        new Wake(SampleRuns.at(4), new RunId(3)),
                        new Wake(SampleRuns.at(9), new RunId(1)));
        assertThat(store().wakes(10)).isEqualTo(expected);
        assertThat(store().wakes(2)).isEqualTo(expected.subList(0, 2));
        assertThat(reopened().wakes(10)).isEqualTo(expected);
    }

    @Test
    default void returnsTheCurrentWakeOfARun() {
        Run run = timed(1, SampleRuns.at(9), null);
        start(run, timed(2, SampleRuns.at(5), null));
        run = change(SampleRuns.changed(run.with(run.timing().withTimer(SampleRuns.at(2)))));
        assertThat(store().wakes(10)).extracting(Wake::run).isEqualTo(StoreTrial.ids(1, 2));
        change(SampleRuns.changed(run.with(run.timing().withTimer(null))));
        assertThat(store().wakes(10)).extracting(Wake::run).isEqualTo(StoreTrial.ids(2));
    }

    @Test
    default void wakesNoRunThatEndedAndNoHeldRunForItsTimer() {
        Run paused = timed(1, SampleRuns.at(2), null);
        Run parked = timed(2, SampleRuns.at(2), SampleRuns.at(7));
        Run ended = timed(3, SampleRuns.at(2), SampleRuns.at(7));
        start(paused, parked, ended);
        change(SampleRuns.changed(paused.with(paused.condition().heldAs(RunStatus.PAUSED, null))));
        change(SampleRuns.changed(parked.with(parked.condition().heldAs(RunStatus.PARKED, "why"))));
        change(SampleRuns.moved(ended, RunStatus.COMPLETED));
        assertThat(store().wakes(10)).containsExactly(new Wake(SampleRuns.at(7), new RunId(2)));
    }

    @Test
    default void wakesNoRunForADeadlineWhenItsEndIsDecided() {
        Run run = timed(1, null, SampleRuns.at(7));
        start(run);
        RunEnd end = RunEnd.of(RunStatus.EXPIRED, "Deadline", "passed");
        change(SampleRuns.changed(run.with(run.condition().endingAs(end))));
        assertThat(store().wakes(10)).isEmpty();
    }

    @Test
    default void listsTheQueueByPriorityAndThenById() {
        start(
                SampleRuns.queued(1, "gpu", 0),
                SampleRuns.queued(2, "gpu", 5),
                SampleRuns.queued(3, "gpu", -1));
        start(SampleRuns.queued(4, "gpu", 5), SampleRuns.queued(5, "cpu", 9));
        start(
                SampleRuns.queued(6, "gpu", Integer.MAX_VALUE),
                SampleRuns.queued(7, "gpu", Integer.MIN_VALUE));
        assertThat(store().queued("gpu", Set.of(), 10))
                .extracting(Queued::run)
                .isEqualTo(StoreTrial.ids(6, 2, 4, 1, 3, 7));
        assertThat(store().queued("gpu", Set.of(), 2))
                .extracting(Queued::run)
                .isEqualTo(StoreTrial.ids(6, 2));
        assertThat(reopened().queued("cpu", Set.of(), 2))
                .containsExactly(new Queued(new RunId(5), 9, new RunId(5).toString()));
        assertThat(store().queued("tpu", Set.of(), 2)).isEmpty();
    }

    @Test
    default void omitsRunsWithExceptedKeysFromTheQueue() {
        start(
                SampleRuns.keyed(SampleRuns.queued(1, "gpu", 9), "a"),
                SampleRuns.keyed(SampleRuns.queued(2, "gpu", 8), "b"));
        start(
                SampleRuns.keyed(SampleRuns.queued(3, "gpu", 7), "a"),
                SampleRuns.keyed(SampleRuns.queued(4, "gpu", 6), "c'"));
        start(SampleRuns.queued(5, "gpu", 0));
        assertThat(store().queued("gpu", Set.of("a", "c'", "x"), 1))
                .containsExactly(new Queued(new RunId(2), 8, "b"));
        assertThat(store().queued("gpu", Set.of("a", "b", "c'", new RunId(5).toString()), 9))
                .isEmpty();
    }

    @Test
    default void removesRunsFromTheQueueWhenTheyContinueOrAreHeld() {
        Run admitted = SampleRuns.queued(1, "gpu", 0);
        Run paused = SampleRuns.queued(2, "gpu", 0);
        Run cancelled = SampleRuns.queued(3, "gpu", 0);
        start(admitted, paused, cancelled, SampleRuns.queued(4, "gpu", 0));
        change(SampleRuns.moved(admitted, RunStatus.RUNNING));
        Run held = change(SampleRuns.moved(paused, RunStatus.PAUSED));
        change(SampleRuns.moved(cancelled, RunStatus.CANCELLED));
        assertThat(store().queued("gpu", Set.of(), 9))
                .extracting(Queued::run)
                .isEqualTo(StoreTrial.ids(4));
        change(SampleRuns.moved(held, RunStatus.QUEUED));
        assertThat(store().queued("gpu", Set.of(), 9))
                .extracting(Queued::run)
                .isEqualTo(StoreTrial.ids(2, 4));
    }
}
