package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Retention;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// A store may be used from any thread, as long as no two commits change the same run.
interface ThreadContract extends StoreTrial {
    /// How many threads commit at once.
    int THREADS = 8;

    /// How often each of them changes its run.
    int CHANGES = 40;

    /// Starts, changes and ends a run, and reads each of these commits.
    private void writeRun(long id) {
        Run run = SampleRuns.minimal(id);
        start(run);
        for (int i = 1; i < CHANGES; i++) {
            boolean last = i == CHANGES - 1;
            run =
                    change(
                            last
                                    ? SampleRuns.moved(run, RunStatus.COMPLETED)
                                    : SampleRuns.changed(run));
            assertThat(store().run(run.id())).contains(run);
            assertThat(store().history(run.id(), i, MANY))
                    .extracting(HistoryEntry::seq)
                    .containsExactly(run.version());
        }
    }

    private List<Runnable> writers() {
        List<Runnable> writers = new ArrayList<>();
        for (long id = 1; id <= THREADS; id++) {
            long run = id;
            writers.add(() -> writeRun(run));
        }
        return writers;
    }

    private void assertAllWritten() {
        assertThat(store().runs(Filter.ALL, Page.oldest(99)))
                .hasSize(THREADS)
                .allSatisfy(run -> assertThat(run.version()).isEqualTo(CHANGES))
                .allSatisfy(run -> assertThat(run.status()).isEqualTo(RunStatus.COMPLETED));
        assertInOrder(store().log(0, MANY));
        assertThat(store().verify()).isEmpty();
    }

    /// Asserts that a log has every entry of every run once, and those of one run in order.
    private static void assertInOrder(List<LoggedEntry> log) {
        assertThat(log).hasSize(THREADS * CHANGES);
        assertThat(log).extracting(LoggedEntry::position).isSorted().doesNotHaveDuplicates();
        for (long id = 1; id <= THREADS; id++) {
            RunId run = new RunId(id);
            assertThat(log)
                    .filteredOn(one -> one.run().equals(run))
                    .extracting(one -> one.entry().seq())
                    .isEqualTo(LongStream.rangeClosed(1, CHANGES).boxed().toList());
        }
    }

    @Test
    default void acceptsCommitsOfDifferentRunsFromManyThreads() {
        TestThreads.run(writers());
        assertAllWritten();
        reopened();
        assertAllWritten();
        crashed();
        assertAllWritten();
    }

    @Test
    default void letsAFollowerOfTheLogMissNothing() {
        List<LoggedEntry> followed = new ArrayList<>();
        List<Runnable> tasks = writers();
        tasks.add(() -> {
            long beyond = 0;
            while (followed.size() < THREADS * CHANGES && TestThreads.mayContinue()) {
                List<LoggedEntry> part = store().log(beyond, 7);
                if (part.isEmpty()) Thread.onSpinWait();
                else beyond = part.getLast().position();
                followed.addAll(part);
            }
        });
        TestThreads.run(tasks);
        assertInOrder(followed);
        assertThat(store().log(0, MANY)).isEqualTo(followed);
    }

    @Test
    default void showsACommitOfTwoRunsWholeOrNotAtAll() {
        Run left = SampleRuns.minimal(1);
        Run right = SampleRuns.minimal(2);
        store().commit(Commit.of(SampleRuns.started(left), SampleRuns.started(right)));
        Runnable writer =
                () -> {
                    for (long version = 1; version < CHANGES; version++) {
                        store().commit(
                                        Commit.of(
                                                SampleRuns.changed(left.withVersion(version)),
                                                SampleRuns.changed(right.withVersion(version))));
                    }
                };
        Runnable reader =
                () -> {
                    long version = 0;
                    while (version < CHANGES && TestThreads.mayContinue()) {
                        List<Run> both = store().runs(Filter.ALL, Page.oldest(2));
                        assertThat(both).extracting(Run::version).hasSize(2);
                        assertThat(both.getFirst().version()).isEqualTo(both.getLast().version());
                        assertThat(both.getFirst().version()).isGreaterThanOrEqualTo(version);
                        version = both.getFirst().version();
                    }
                };
        TestThreads.run(List.of(writer, reader, reader));
    }

    @Test
    default void acceptsMessagesDocumentsAndPruningFromManyThreads() {
        List<Runnable> tasks = writers();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            tasks.add(() -> exchange(thread));
        }
        tasks.add(() -> store().prune(new Retention("push", null, 0L), MANY));
        TestThreads.run(tasks);
        assertAllWritten();
        assertThat(store().messages(MANY)).hasSize(THREADS);
        assertThat(store().documents(NamedDocument.Kind.PERMIT)).hasSize(THREADS);
        assertThat(reopened().documents(NamedDocument.Kind.PERMIT)).hasSize(THREADS);
    }

    /// Sends and takes messages, takes and returns permits; one of each remains.
    private void exchange(int thread) {
        for (int i = 0; i <= CHANGES / 2; i++) {
            long id = 1000L + thread * 1000L + i;
            Message message = SampleRuns.message(id, 1, "m");
            NamedDocument permit =
                    new NamedDocument(NamedDocument.Kind.PERMIT, "p" + id, Payload.of("{}"));
            store().commit(Commit.NONE.sending(List.of(message)).with(List.of(permit)));
            assertThat(store().messages(MANY)).contains(message);
            if (i == CHANGES / 2) return;
            NamedDocument returned =
                    new NamedDocument(NamedDocument.Kind.PERMIT, permit.name(), null);
            store().commit(Commit.NONE.taking(List.of(message)).with(List.of(returned)));
        }
    }
}
