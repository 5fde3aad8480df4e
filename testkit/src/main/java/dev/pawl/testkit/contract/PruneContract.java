package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Retention;
import dev.pawl.engine.store.Store;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Links;
import dev.pawl.run.Predecessor;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A store deletes ended runs as a retention says, trims histories as asked, and deletes nothing
/// else.
interface PruneContract extends StoreTrial {

    /// Starts runs and ends each at the second of its id.
    private void end(long... ids) {
        for (long id : ids) {
            Run run = SampleRuns.once(SampleRuns.minimal(id), "once " + id);
            start(run);
            change(SampleRuns.moved(run, RunStatus.COMPLETED));
        }
    }

    private void assertLeft(long... ids) {
        assertThat(store().runs(Filter.ALL, Page.oldest(Page.LIMIT_MAX)))
                .extracting(Run::id)
                .isEqualTo(StoreTrial.ids(ids));
        assertThat(store().count(Filter.ALL)).isEqualTo(ids.length);
    }

    @Test
    default void prunesRunsThatEndedBeforeATime() {
        end(1, 2, 3, 4);
        assertThat(store().prune(new Retention("pull", SampleRuns.at(3), null), MANY)).isEqualTo(2);
        assertLeft(3, 4);
        assertThat(store().prune(new Retention("pull", SampleRuns.at(3), null), MANY)).isZero();
        reopened();
        assertLeft(3, 4);
    }

    @Test
    default void prunesTheOldestBeyondACount() {
        end(1, 2, 3, 4, 5);
        assertThat(store().prune(new Retention("pull", null, 2L), MANY)).isEqualTo(3);
        assertLeft(4, 5);
        assertThat(store().prune(new Retention("pull", null, 2L), MANY)).isZero();
        assertThat(store().prune(new Retention("pull", null, 0L), MANY)).isEqualTo(2);
        assertLeft();
    }

    @Test
    default void prunesRunsBeyondTheAgeOrTheCount() {
        end(1, 2, 3, 4, 5);
        assertThat(store().prune(new Retention("pull", SampleRuns.at(2), 3L), MANY)).isEqualTo(2);
        assertLeft(3, 4, 5);
        assertThat(store().prune(new Retention("pull", SampleRuns.at(5), 3L), MANY)).isEqualTo(2);
        assertLeft(5);
    }

    @Test
    default void prunesNothingWithoutALimitOfAgeOrCount() {
        end(1, 2);
        assertThat(store().prune(new Retention("pull", null, null), MANY)).isZero();
        assertLeft(1, 2);
    }

    @Test
    default void prunesTheOldestEndFirstAndAtMostTheLimit() {
        Run late = SampleRuns.minimal(1);
        start(late, SampleRuns.minimal(2), SampleRuns.minimal(3));
        change(
                SampleRuns.changed(
                        SampleRuns.as(SampleRuns.minimal(2), RunStatus.FAILED, SampleRuns.at(10))));
        change(
                SampleRuns.changed(
                        SampleRuns.as(SampleRuns.minimal(3), RunStatus.FAILED, SampleRuns.at(20))));
        change(SampleRuns.changed(SampleRuns.as(late, RunStatus.FAILED, SampleRuns.at(30))));
        assertThat(store().prune(new Retention("pull", SampleRuns.at(99), null), 1)).isEqualTo(1);
        assertLeft(1, 3);
        assertThat(store().prune(new Retention("pull", null, 0L), 1)).isEqualTo(1);
        assertLeft(1);
    }

    @Test
    default void neverPrunesALiveRun() {
        List<RunStatus> live = RunStatus.live();
        for (int i = 0; i < live.size(); i++)
            start(SampleRuns.as(SampleRuns.minimal(i + 1), live.get(i)));
        end(100);
        assertThat(store().prune(new Retention("pull", SampleRuns.at(9999), 0L), MANY))
                .isEqualTo(1);
        assertThat(store().count(Filter.ALL.live())).isEqualTo(live.size());
    }

    @Test
    default void countsOnlyEndedRunsAsKept() {
        end(1, 2, 3);
        start(SampleRuns.minimal(4), SampleRuns.minimal(5));
        assertThat(store().prune(new Retention("pull", null, 2L), MANY)).isEqualTo(1);
        assertLeft(2, 3, 4, 5);
    }

    /// The body of the live run may read their results.
    @Test
    default void keepsTheChildrenOfALiveRun() {
        Run parent = SampleRuns.of("push", SampleRuns.minimal(1));
        start(parent);
        for (long id : new long[] {2, 3}) {
            Run child =
                    SampleRuns.linked(
                            SampleRuns.minimal(id), new Links(parent.id(), null, null, null));
            start(child);
            change(SampleRuns.moved(child, RunStatus.COMPLETED));
        }
        end(4, 5);
        assertThat(store().prune(new Retention("pull", SampleRuns.at(9999), 1L), 1)).isEqualTo(1);
        assertLeft(1, 2, 3, 5);
        assertThat(store().prune(new Retention("pull", null, 0L), MANY)).isEqualTo(1);
        assertThat(store().prune(new Retention("pull", SampleRuns.at(9999), 0L), MANY)).isZero();
        assertLeft(1, 2, 3);
        change(SampleRuns.moved(parent, RunStatus.COMPLETED));
        assertThat(store().prune(new Retention("pull", null, 1L), MANY)).isEqualTo(1);
        assertLeft(1, 3);
    }

    /// The waiting runs may not have seen its end yet.
    @Test
    default void keepsARunThatLiveRunsWaitFor() {
        end(1, 2, 3);
        Predecessor first = new Predecessor(new RunId(1), Predecessor.On.ANY_END);
        Predecessor second = new Predecessor(new RunId(2), Predecessor.On.SUCCESS);
        Run behind = SampleRuns.of("push", SampleRuns.minimal(8));
        Run after = SampleRuns.of("push", SampleRuns.minimal(9));
        start(SampleRuns.linked(behind, new Links(null, null, first, null)));
        start(SampleRuns.linked(after, new Links(null, second, null, null)));
        assertThat(store().prune(new Retention("pull", SampleRuns.at(9999), 0L), MANY))
                .isEqualTo(1);
        assertLeft(1, 2, 8, 9);
        change(
                SampleRuns.moved(
                        SampleRuns.linked(behind, new Links(null, null, first, null)),
                        RunStatus.FAILED));
        change(
                SampleRuns.moved(
                        SampleRuns.linked(after, new Links(null, second, null, null)),
                        RunStatus.FAILED));
        assertThat(store().prune(new Retention("pull", null, 0L), MANY)).isEqualTo(2);
        assertLeft(8, 9);
    }

    @Test
    default void prunesRunsOfThatMachineAlone() {
        end(1, 2);
        Run other = SampleRuns.of("push", SampleRuns.minimal(3));
        start(other);
        change(SampleRuns.moved(other, RunStatus.COMPLETED));
        assertThat(store().prune(new Retention("push", SampleRuns.at(9999), 0L), MANY))
                .isEqualTo(1);
        assertLeft(1, 2);
    }

    @Test
    default void prunesARunWithAnyEnd() {
        long id = 0;
        for (RunStatus status : RunStatus.values()) {
            if (status.isEnd()) start(SampleRuns.as(SampleRuns.minimal(++id), status));
        }
        assertThat(store().prune(new Retention("pull", null, 0L), MANY)).isEqualTo((int) id);
        assertLeft();
    }

    @Test
    default void leavesNoTraceOfAPrunedRunButTheLastId() {
        end(1);
        start(SampleRuns.minimal(2));
        end(9);
        List<LoggedEntry> log = store().log(0, MANY);
        assertThat(store().prune(new Retention("pull", null, 0L), MANY)).isEqualTo(2);
        assertGone(store());
        assertThat(store().log(0, MANY))
                .isEqualTo(log.stream().filter(l -> l.run().equals(new RunId(2))).toList());
        assertGone(reopened());
        assertGone(crashed());
        start(SampleRuns.minimal(10));
        assertThat(store().log(log.getLast().position(), MANY))
                .extracting(LoggedEntry::run)
                .isEqualTo(StoreTrial.ids(10));
    }

    private static void assertGone(Store store) {
        assertThat(store.run(new RunId(1))).isEmpty();
        assertThat(store.history(new RunId(1), 0, MANY)).isEmpty();
        assertThat(store.startedWith("pull", "once 1")).isEmpty();
        assertThat(store.log(0, MANY)).extracting(LoggedEntry::run).isEqualTo(StoreTrial.ids(2));
        assertThat(store.lastId()).isEqualTo(9);
    }

    /// Starts a run and changes it, and reads it in between, so that a store writes each change
    /// separately.
    private Run withEntries(long id, int count) {
        Run run = SampleRuns.minimal(id);
        start(run);
        for (int i = 1; i < count; i++) {
            assertThat(history(run)).hasSize(i);
            run = change(SampleRuns.changed(run));
        }
        return run;
    }

    @Test
    default void trimsTheOldestEntriesOfAHistory() {
        Run other = withEntries(2, 3);
        Run run = withEntries(1, 8);
        List<HistoryEntry> whole = history(run);
        List<HistoryEntry> ofOther = history(other);
        assertThat(store().trim(run.id(), 5)).isEqualTo(4);
        List<HistoryEntry> left = new ArrayList<>(whole.subList(4, 8));
        left.set(0, whole.get(4).trimmed());
        assertThat(history(run)).isEqualTo(left);
        assertThat(store().history(run.id(), 6, MANY)).isEqualTo(whole.subList(6, 8));
        assertThat(store().log(0, MANY))
                .filteredOn(logged -> logged.run().equals(run.id()))
                .extracting(LoggedEntry::entry)
                .isEqualTo(left);
        assertThat(history(other)).isEqualTo(ofOther);
        assertThat(store().verify()).isEmpty();

        assertThat(store().trim(run.id(), 5)).isZero();
        Run next = change(SampleRuns.changed(store().run(run.id()).orElseThrow()));
        assertThat(next.version()).isEqualTo(9);
        assertThat(reopened().trim(run.id(), 7)).isEqualTo(2);
        assertThat(history(run)).extracting(HistoryEntry::seq).containsExactly(7L, 8L, 9L);
        assertThat(crashed().verify()).isEmpty();
        assertThat(history(run).getFirst().kind()).isEqualTo(HistoryEntry.Kind.TRIMMED);
    }

    @Test
    default void neverTrimsTheNewestEntry() {
        Run run = withEntries(1, 4);
        HistoryEntry newest = history(run).getLast();
        assertThat(store().trim(run.id(), 99)).isEqualTo(2);
        assertThat(history(run)).hasSize(2).endsWith(newest);
        assertThat(store().trim(run.id(), 99)).isZero();
        assertThat(store().verify()).isEmpty();
    }

    @Test
    default void trimsNothingOfAShortHistoryOrAnUnknownRun() {
        Run run = withEntries(1, 3);
        List<HistoryEntry> whole = history(run);
        assertThat(store().trim(run.id(), 0)).isZero();
        assertThat(store().trim(run.id(), 1)).isZero();
        assertThat(store().trim(new RunId(77), 5)).isZero();
        assertThat(history(run)).hasSize(3).isEqualTo(whole);
        assertThat(store().verify()).isEmpty();
    }

    @Test
    default void prunesARunWithATrimmedHistory() {
        Run run = withEntries(1, 5);
        assertThat(store().trim(run.id(), 3)).isEqualTo(2);
        change(SampleRuns.moved(store().run(run.id()).orElseThrow(), RunStatus.COMPLETED));
        assertThat(store().prune(new Retention("pull", null, 0L), MANY)).isEqualTo(1);
        assertThat(store().log(0, MANY)).isEmpty();
        assertThat(store().verify()).isEmpty();
    }
}
