package dev.pawl.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Commit.Change;
import dev.pawl.engine.store.Logged;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A store keeps what happened, by run and in one log of all runs.
interface HistoryContract extends StoreTrial {

    /// Starts a run and moves it on until it has so many history entries.
    private Run lived(Run run, int entries) {
        start(run);
        Run now = run;
        while (now.version() < entries) now = change(Runs.changed(now));
        return now;
    }

    @Test
    default void keepsEveryFieldOfAHistoryEntry() {
        Run run = Runs.as(Runs.minimal(1), RunStatus.WAITING);
        List<HistoryEntry> entries = new ArrayList<>();
        for (HistoryEntry.Kind kind : HistoryEntry.Kind.values()) {
            long seq = entries.size() + 1L;
            String text = RunContract.ODD_TEXTS.get((int) seq % RunContract.ODD_TEXTS.size());
            String detail = seq % 3 == 0 ? null : text;
            entries.add(
                    new HistoryEntry(
                            seq,
                            Runs.at(-seq),
                            kind,
                            RunStatus.WAITING,
                            run.state(),
                            (int) seq * 7,
                            "ana " + text,
                            detail));
        }
        commit(new Change(run.withVersion(entries.size()), entries));
        assertThat(history(run)).isEqualTo(entries);
        reopened();
        assertThat(history(run)).isEqualTo(entries);
        assertThat(store().log(0, MANY)).extracting(Logged::entry).isEqualTo(entries);
    }

    @Test
    default void keepsTheStatusAndStateOfEachEntry() {
        Run run = Runs.as(Runs.minimal(1), RunStatus.DELAYED);
        start(run);
        run = change(Runs.moved(run, RunStatus.QUEUED));
        run = change(Runs.changed(run.with(run.condition().at(RunStatus.RUNNING, "verify"))));
        change(Runs.moved(run, RunStatus.EXHAUSTED));
        assertThat(history(run))
                .extracting(HistoryEntry::status)
                .containsExactly(
                        RunStatus.DELAYED,
                        RunStatus.QUEUED,
                        RunStatus.RUNNING,
                        RunStatus.EXHAUSTED);
        assertThat(history(run))
                .extracting(HistoryEntry::state)
                .containsExactly("check", "check", "verify", "verify");
    }

    @Test
    default void givesTheHistoryOfOneRunAfterAnEntryUpToALimit() {
        Run run = lived(Runs.minimal(1), 20);
        lived(Runs.minimal(2), 3);
        assertThat(store().history(run.id(), 0, 5))
                .extracting(HistoryEntry::seq)
                .containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(store().history(run.id(), 17, 5))
                .extracting(HistoryEntry::seq)
                .containsExactly(18L, 19L, 20L);
        assertThat(store().history(run.id(), 20, 5)).isEmpty();
        assertThat(store().history(new RunId(3), 0, 5)).isEmpty();
        assertThat(reopened().history(run.id(), 10, MANY)).hasSize(10);
    }

    @Test
    default void logsWhatHappenedToEachRunInItsOrder() {
        Run first = Runs.minimal(9);
        Run second = Runs.of("push", Runs.minimal(4));
        start(first, second);
        change(Runs.changed(first));
        change(Runs.moved(second, RunStatus.COMPLETED));
        List<Logged> log = store().log(0, MANY);
        for (Run run : List.of(first, second)) {
            assertThat(log)
                    .filteredOn(one -> one.run().equals(run.id()))
                    .allSatisfy(one -> assertThat(one.machine()).isEqualTo(run.machine()))
                    .extracting(one -> one.entry().seq())
                    .containsExactly(1L, 2L);
        }
        assertThat(log).hasSize(4);
        assertThat(log).extracting(Logged::position).isSorted().doesNotHaveDuplicates();
        assertThat(log.getFirst().position()).isPositive();
    }

    @Test
    default void resumesTheLogBeyondAPosition() {
        lived(Runs.minimal(1), 10);
        lived(Runs.minimal(2), 10);
        List<Logged> whole = store().log(0, MANY);
        List<Logged> read = new ArrayList<>();
        long beyond = 0;
        while (true) {
            List<Logged> part = store().log(beyond, 3);
            if (part.isEmpty()) break;
            assertThat(part.size()).isLessThanOrEqualTo(3);
            assertThat(part.getFirst().position()).isGreaterThan(beyond);
            read.addAll(part);
            beyond = part.getLast().position();
        }
        assertThat(read).isEqualTo(whole).hasSize(20);
    }

    @Test
    default void keepsThePositionOfEveryEntryAcrossReopenAndCrash() {
        lived(Runs.minimal(1), 5);
        List<Logged> before = store().log(0, MANY);
        assertThat(reopened().log(0, MANY)).isEqualTo(before);
        assertThat(crashed().log(0, MANY)).isEqualTo(before);
        lived(Runs.minimal(2), 5);
        assertThat(store().log(0, MANY)).startsWith(before.toArray(Logged[]::new)).hasSize(10);
        assertThat(store().log(before.getLast().position(), MANY))
                .allSatisfy(one -> assertThat(one.run()).isEqualTo(new RunId(2)));
    }

    @Test
    default void logsTheEntriesOfOneCommitInTheirOrder() {
        Run first = Runs.full(1);
        Run second = Runs.full(100);
        store().commit(Commit.of(Runs.started(second), Runs.started(first)));
        assertThat(store().log(0, MANY))
                .filteredOn(one -> one.run().equals(first.id()))
                .extracting(Logged::entry)
                .isEqualTo(history(first))
                .hasSize(3);
        assertThat(store().log(0, MANY))
                .filteredOn(one -> one.run().equals(second.id()))
                .extracting(Logged::entry)
                .isEqualTo(history(second));
    }
}
