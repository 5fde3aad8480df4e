package dev.pawl.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.Logged;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Retention;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Mail;
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

    /// How many times each of them changes its run.
    int CHANGES = 40;

    /// Lives through a whole run, and sees each of its own commits.
    private void live(long id) {
        Run run = Runs.minimal(id);
        start(run);
        for (int i = 1; i < CHANGES; i++) {
            boolean last = i == CHANGES - 1;
            run = change(last ? Runs.moved(run, RunStatus.COMPLETED) : Runs.changed(run));
            assertThat(store().run(run.id())).contains(run);
            assertThat(store().history(run.id(), i, MANY))
                    .extracting(HistoryEntry::seq)
                    .containsExactly(run.version());
        }
    }

    private List<Runnable> lives() {
        List<Runnable> lives = new ArrayList<>();
        for (long id = 1; id <= THREADS; id++) {
            long run = id;
            lives.add(() -> live(run));
        }
        return lives;
    }

    private void assertLived() {
        assertThat(store().runs(Filter.ALL, Page.oldest(99)))
                .hasSize(THREADS)
                .allSatisfy(run -> assertThat(run.version()).isEqualTo(CHANGES))
                .allSatisfy(run -> assertThat(run.status()).isEqualTo(RunStatus.COMPLETED));
        assertInOrder(store().log(0, MANY));
        assertThat(store().verify()).isEmpty();
    }

    /// Asserts that a log has every entry of every run once, and those of a run in their order.
    private static void assertInOrder(List<Logged> log) {
        assertThat(log).hasSize(THREADS * CHANGES);
        assertThat(log).extracting(Logged::position).isSorted().doesNotHaveDuplicates();
        for (long id = 1; id <= THREADS; id++) {
            RunId run = new RunId(id);
            assertThat(log)
                    .filteredOn(one -> one.run().equals(run))
                    .extracting(one -> one.entry().seq())
                    .isEqualTo(LongStream.rangeClosed(1, CHANGES).boxed().toList());
        }
    }

    @Test
    default void takesCommitsOfDifferentRunsFromManyThreads() {
        Threads.run(lives());
        assertLived();
        reopened();
        assertLived();
        crashed();
        assertLived();
    }

    @Test
    default void letsAFollowerOfTheLogMissNothing() {
        List<Logged> followed = new ArrayList<>();
        List<Runnable> works = lives();
        works.add(() -> {
            long beyond = 0;
            while (followed.size() < THREADS * CHANGES && Threads.goOn()) {
                List<Logged> part = store().log(beyond, 7);
                if (part.isEmpty()) Thread.onSpinWait();
                else beyond = part.getLast().position();
                followed.addAll(part);
            }
        });
        Threads.run(works);
        assertInOrder(followed);
        assertThat(store().log(0, MANY)).isEqualTo(followed);
    }

    @Test
    default void showsACommitOfTwoRunsWholeOrNotAtAll() {
        Run left = Runs.minimal(1);
        Run right = Runs.minimal(2);
        store().commit(Commit.of(Runs.started(left), Runs.started(right)));
        Runnable writer =
                () -> {
                    for (long version = 1; version < CHANGES; version++) {
                        store().commit(
                                        Commit.of(
                                                Runs.changed(left.withVersion(version)),
                                                Runs.changed(right.withVersion(version))));
                    }
                };
        Runnable reader =
                () -> {
                    long version = 0;
                    while (version < CHANGES && Threads.goOn()) {
                        List<Run> both = store().runs(Filter.ALL, Page.oldest(2));
                        assertThat(both).extracting(Run::version).hasSize(2);
                        assertThat(both.getFirst().version()).isEqualTo(both.getLast().version());
                        assertThat(both.getFirst().version()).isGreaterThanOrEqualTo(version);
                        version = both.getFirst().version();
                    }
                };
        Threads.run(List.of(writer, reader, reader));
    }

    @Test
    default void takesMailItemsAndPruningFromManyThreads() {
        List<Runnable> works = lives();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            works.add(() -> exchange(thread));
        }
        works.add(() -> store().prune(new Retention("push", null, 0L), MANY));
        Threads.run(works);
        assertLived();
        assertThat(store().mail(MANY)).hasSize(THREADS);
        assertThat(store().items(Item.Kind.PERMIT)).hasSize(THREADS);
        assertThat(reopened().items(Item.Kind.PERMIT)).hasSize(THREADS);
    }

    /// Sends and takes mail, takes and gives back permits; one of each is left.
    private void exchange(int thread) {
        for (int i = 0; i <= CHANGES / 2; i++) {
            long id = 1000L + thread * 1000L + i;
            Mail mail = Runs.mail(id, 1, "m");
            Item permit = new Item(Item.Kind.PERMIT, "p" + id, Payload.of("{}"));
            store().commit(
                            new Commit(
                                    List.of(),
                                    List.of(mail),
                                    List.of(),
                                    List.of(permit),
                                    List.of()));
            assertThat(store().mail(MANY)).contains(mail);
            if (i == CHANGES / 2) return;
            Item returned = new Item(Item.Kind.PERMIT, permit.name(), null);
            store().commit(
                            new Commit(
                                    List.of(),
                                    List.of(),
                                    List.of(mail),
                                    List.of(returned),
                                    List.of()));
        }
    }
}
