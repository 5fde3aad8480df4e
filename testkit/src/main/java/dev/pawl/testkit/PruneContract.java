package dev.pawl.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Logged;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Retention;
import dev.pawl.engine.store.Store;
import dev.pawl.run.HistoryEntry;
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
            Run run = Runs.once(Runs.minimal(id), "once " + id);
            start(run);
            change(Runs.moved(run, RunStatus.COMPLETED));
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
        assertThat(store().prune(new Retention("pull", Runs.at(3), null), MANY)).isEqualTo(2);
        assertLeft(3, 4);
        assertThat(store().prune(new Retention("pull", Runs.at(3), null), MANY)).isZero();
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
    default void prunesWhatEitherAgeOrCountLetsGo() {
        end(1, 2, 3, 4, 5);
        assertThat(store().prune(new Retention("pull", Runs.at(2), 3L), MANY)).isEqualTo(2);
        assertLeft(3, 4, 5);
        assertThat(store().prune(new Retention("pull", Runs.at(5), 3L), MANY)).isEqualTo(2);
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
        Run late = Runs.minimal(1);
        start(late, Runs.minimal(2), Runs.minimal(3));
        change(Runs.changed(Runs.as(Runs.minimal(2), RunStatus.FAILED, Runs.at(10))));
        change(Runs.changed(Runs.as(Runs.minimal(3), RunStatus.FAILED, Runs.at(20))));
        change(Runs.changed(Runs.as(late, RunStatus.FAILED, Runs.at(30))));
        assertThat(store().prune(new Retention("pull", Runs.at(99), null), 1)).isEqualTo(1);
        assertLeft(1, 3);
        assertThat(store().prune(new Retention("pull", null, 0L), 1)).isEqualTo(1);
        assertLeft(1);
    }

    @Test
    default void neverPrunesALiveRun() {
        List<RunStatus> live = RunStatus.live();
        for (int i = 0; i < live.size(); i++) start(Runs.as(Runs.minimal(i + 1), live.get(i)));
        end(100);
        assertThat(store().prune(new Retention("pull", Runs.at(9999), 0L), MANY)).isEqualTo(1);
        assertThat(store().count(Filter.ALL.live())).isEqualTo(live.size());
    }

    @Test
    default void countsOnlyEndedRunsAsKept() {
        end(1, 2, 3);
        start(Runs.minimal(4), Runs.minimal(5));
        assertThat(store().prune(new Retention("pull", null, 2L), MANY)).isEqualTo(1);
        assertLeft(2, 3, 4, 5);
    }

    @Test
    default void prunesRunsOfThatMachineAlone() {
        end(1, 2);
        Run other = Runs.of("push", Runs.minimal(3));
        start(other);
        change(Runs.moved(other, RunStatus.COMPLETED));
        assertThat(store().prune(new Retention("push", Runs.at(9999), 0L), MANY)).isEqualTo(1);
        assertLeft(1, 2);
    }

    @Test
    default void prunesARunEndedAnyWay() {
        long id = 0;
        for (RunStatus status : RunStatus.values()) {
            if (status.isEnd()) start(Runs.as(Runs.minimal(++id), status));
        }
        assertThat(store().prune(new Retention("pull", null, 0L), MANY)).isEqualTo((int) id);
        assertLeft();
    }

    @Test
    default void leavesNoTraceOfAPrunedRunButTheLastId() {
        end(1);
        start(Runs.minimal(2));
        end(9);
        List<Logged> log = store().log(0, MANY);
        assertThat(store().prune(new Retention("pull", null, 0L), MANY)).isEqualTo(2);
        assertGone(store());
        assertThat(store().log(0, MANY))
                .isEqualTo(log.stream().filter(l -> l.run().equals(new RunId(2))).toList());
        assertGone(reopened());
        assertGone(crashed());
        start(Runs.minimal(10));
        assertThat(store().log(log.getLast().position(), MANY))
                .extracting(Logged::run)
                .isEqualTo(StoreTrial.ids(10));
    }

    private static void assertGone(Store store) {
        assertThat(store.run(new RunId(1))).isEmpty();
        assertThat(store.history(new RunId(1), 0, MANY)).isEmpty();
        assertThat(store.startedWith("pull", "once 1")).isEmpty();
        assertThat(store.log(0, MANY)).extracting(Logged::run).isEqualTo(StoreTrial.ids(2));
        assertThat(store.lastId()).isEqualTo(9);
    }

    /// Starts a run and changes it; it is read in between, so a store has written each by itself.
    private Run withEntries(long id, int count) {
        Run run = Runs.minimal(id);
        start(run);
        for (int i = 1; i < count; i++) {
            assertThat(history(run)).hasSize(i);
            run = change(Runs.changed(run));
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
                .extracting(Logged::entry)
                .isEqualTo(left);
        assertThat(history(other)).isEqualTo(ofOther);
        assertThat(store().verify()).isEmpty();

        assertThat(store().trim(run.id(), 5)).isZero();
        Run next = change(Runs.changed(store().run(run.id()).orElseThrow()));
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
        assertThat(store().trim(run.id(), 0)).isZero();
        assertThat(store().trim(run.id(), 1)).isZero();
        assertThat(store().trim(new RunId(77), 5)).isZero();
        assertThat(history(run)).hasSize(3).extracting(HistoryEntry::seq).startsWith(1L);
        assertThat(store().verify()).isEmpty();
    }

    @Test
    default void prunesARunWithATrimmedHistory() {
        Run run = withEntries(1, 5);
        assertThat(store().trim(run.id(), 3)).isEqualTo(2);
        change(Runs.moved(store().run(run.id()).orElseThrow(), RunStatus.COMPLETED));
        assertThat(store().prune(new Retention("pull", null, 0L), MANY)).isEqualTo(1);
        assertThat(store().log(0, MANY)).isEmpty();
        assertThat(store().verify()).isEmpty();
    }
}
