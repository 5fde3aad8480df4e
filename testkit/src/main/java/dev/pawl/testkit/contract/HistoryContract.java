package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Commit.Change;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A store keeps the history of each run, and one log of all runs.
interface HistoryContract extends StoreTrial {

    /// Starts a run and changes it until it has this many history entries.
    private Run lived(Run run, int entries) {
        start(run);
        Run now = run;
        while (now.version() < entries) now = change(SampleRuns.changed(now));
        return now;
    }

    @Test
    default void keepsEveryFieldOfAHistoryEntry() {
        Run run = SampleRuns.as(SampleRuns.minimal(1), RunStatus.WAITING);
        List<HistoryEntry> entries = new ArrayList<>();
        for (HistoryEntry.Kind kind : HistoryEntry.Kind.values()) {
            long seq = entries.size() + 1L;
            String text = RunContract.ODD_TEXTS.get((int) seq % RunContract.ODD_TEXTS.size());
            String detail = seq % 3 == 0 ? null : text;
            entries.add(
                    new HistoryEntry(
                            seq,
                            SampleRuns.at(-seq),
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
        assertThat(store().log(0, MANY)).extracting(LoggedEntry::entry).isEqualTo(entries);
    }

    @Test
    default void keepsTheStatusAndStateOfEachEntry() {
        Run run = SampleRuns.as(SampleRuns.minimal(1), RunStatus.DELAYED);
        start(run);
        run = change(SampleRuns.moved(run, RunStatus.QUEUED));
        run = change(SampleRuns.changed(run.with(run.condition().at(RunStatus.RUNNING, "verify"))));
        change(SampleRuns.moved(run, RunStatus.EXHAUSTED));
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
    default void listsTheHistoryOfOneRunAfterAnEntryUpToALimit() {
        Run run = lived(SampleRuns.minimal(1), 20);
        lived(SampleRuns.minimal(2), 3);
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
        Run first = SampleRuns.minimal(9);
        Run second = SampleRuns.of("push", SampleRuns.minimal(4));
        start(first, second);
        change(SampleRuns.changed(first));
        change(SampleRuns.moved(second, RunStatus.COMPLETED));
        List<LoggedEntry> log = store().log(0, MANY);
        for (Run run : List.of(first, second)) {
            assertThat(log)
                    .filteredOn(one -> one.run().equals(run.id()))
                    .allSatisfy(one -> assertThat(one.machine()).isEqualTo(run.machine()))
                    .extracting(one -> one.entry().seq())
                    .containsExactly(1L, 2L);
        }
        assertThat(log).hasSize(4);
        assertThat(log).extracting(LoggedEntry::position).isSorted().doesNotHaveDuplicates();
        assertThat(log.getFirst().position()).isPositive();
    }

    @Test
    default void resumesTheLogBeyondAPosition() {
        lived(SampleRuns.minimal(1), 10);
        lived(SampleRuns.minimal(2), 10);
        List<LoggedEntry> whole = store().log(0, MANY);
        List<LoggedEntry> read = new ArrayList<>();
        long beyond = 0;
        while (true) {
            List<LoggedEntry> part = store().log(beyond, 3);
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
        lived(SampleRuns.minimal(1), 5);
        List<LoggedEntry> before = store().log(0, MANY);
        assertThat(reopened().log(0, MANY)).isEqualTo(before);
        assertThat(crashed().log(0, MANY)).isEqualTo(before);
        lived(SampleRuns.minimal(2), 5);
        assertThat(store().log(0, MANY)).startsWith(before.toArray(LoggedEntry[]::new)).hasSize(10);
        assertThat(store().log(before.getLast().position(), MANY))
                .allSatisfy(one -> assertThat(one.run()).isEqualTo(new RunId(2)));
    }

    @Test
    default void logsTheEntriesOfOneCommitInTheirOrder() {
        Run first = SampleRuns.full(1);
        Run second = SampleRuns.full(100);
        store().commit(Commit.of(SampleRuns.started(second), SampleRuns.started(first)));
        assertThat(store().log(0, MANY))
                .filteredOn(one -> one.run().equals(first.id()))
                .extracting(LoggedEntry::entry)
                .isEqualTo(history(first))
                .hasSize(3);
        assertThat(store().log(0, MANY))
                .filteredOn(one -> one.run().equals(second.id()))
                .extracting(LoggedEntry::entry)
                .isEqualTo(history(second));
    }
}
