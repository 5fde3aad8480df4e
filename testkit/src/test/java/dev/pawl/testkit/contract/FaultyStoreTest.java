package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Retention;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.FaultyStore;
import dev.pawl.testkit.StoreFaults;
import dev.pawl.testkit.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FaultyStoreTest {
    private final MemoryStore memory = new MemoryStore();

    /// Makes four durable writes and records what was acknowledged.
    private static void write(Store store, List<String> acknowledged) {
        Run run = SampleRuns.minimal(1);
        store.commit(Commit.of(SampleRuns.started(run)));
        acknowledged.add("started");
        store.commit(Commit.of(SampleRuns.started(SampleRuns.minimal(2))));
        acknowledged.add("second started");
        store.commit(Commit.of(SampleRuns.moved(run, RunStatus.COMPLETED)));
        acknowledged.add("ended");
        acknowledged.add("pruned " + store.prune(new Retention("pull", null, 0L), 9));
    }

    private static void die() {
        throw new Death();
    }

    private static Runnable refusal(StoreException.Kind kind) {
        return () -> {
            throw new StoreException(kind, "as the test asks", null);
        };
    }

    @Test
    void keepsTheContractWithoutFaultsAndCountsEveryDurableWrite() {
        FaultyStore store = new FaultyStore(memory, StoreFaults.NONE);
        List<String> acknowledged = new ArrayList<>();
        write(store, acknowledged);
        assertThat(acknowledged).hasSize(4).endsWith("pruned 1");
        assertThat(store.commits()).isEqualTo(4);
        assertThat(store.verify()).isEmpty();
        assertThat(store.lastId()).isEqualTo(2);
    }

    @Test
    void diesBeforeAndAfterEveryDurableWriteWithWhatWasWritten() {
        long[] logged = {0, 1, 2, 3, 1};
        for (int n = 1; n <= 4; n++) {
            assertThat(entriesAfterDeath(StoreFaults.beforeCommit(n, FaultyStoreTest::die), n - 1))
                    .isEqualTo(logged[n - 1]);
            assertThat(entriesAfterDeath(StoreFaults.afterCommit(n, FaultyStoreTest::die), n - 1))
                    .isEqualTo(logged[n]);
        }
    }

    /// Writes until the fault and returns how many history entries exist afterwards.
    private static long entriesAfterDeath(StoreFaults faults, int acknowledgedBefore) {
        MemoryStore beneath = new MemoryStore();
        FaultyStore store = new FaultyStore(beneath, faults);
        List<String> acknowledged = new ArrayList<>();
        assertThatThrownBy(() -> write(store, acknowledged)).isInstanceOf(Death.class);
        assertThat(acknowledged).hasSize(acknowledgedBefore);
        assertThatThrownBy(store::lastId).isInstanceOf(Death.class);
        store.close();
        assertThat(beneath.verify()).isEmpty();
        return MemoryStore.on(beneath.disk()).log(0, 99).size();
    }

    @Test
    void writesNothingWhenADiskRefusesAndContinuesAfterwards() {
        FaultyStore store =
                new FaultyStore(
                        memory, StoreFaults.beforeCommit(1, refusal(StoreException.Kind.FULL)));
        Commit commit = Commit.of(SampleRuns.started(SampleRuns.minimal(1)));
        assertThatThrownBy(() -> store.commit(commit)).isInstanceOf(StoreException.class);
        assertThat(store.count(Filter.ALL)).isZero();
        store.commit(commit);
        assertThat(store.count(Filter.ALL)).isEqualTo(1);
        assertThat(store.commits()).isEqualTo(2);
    }

    @Test
    void writesEverythingWhenADiskDoesNotConfirm() {
        FaultyStore store =
                new FaultyStore(
                        memory, StoreFaults.afterCommit(1, refusal(StoreException.Kind.IO)));
        Commit commit = Commit.of(SampleRuns.started(SampleRuns.minimal(1)));
        assertThatThrownBy(() -> store.commit(commit)).isInstanceOf(StoreException.class);
        assertThat(store.count(Filter.ALL)).isEqualTo(1);
    }

    @Test
    void numbersTheCommitsOfManyThreadsOnceEach() {
        List<Long> numbers = new ArrayList<>();
        StoreFaults noting =
                new StoreFaults() {
                    @Override
                    public void before(long n, Commit commit) {
                        synchronized (numbers) {
                            numbers.add(n);
                        }
                    }
                };
        FaultyStore store = new FaultyStore(memory, noting);
        List<Runnable> tasks = new ArrayList<>();
        for (long id = 1; id <= 32; id++) {
            Commit commit = Commit.of(SampleRuns.started(SampleRuns.minimal(id)));
            tasks.add(() -> store.commit(commit));
        }
        TestThreads.run(tasks);
        assertThat(numbers).hasSize(32).doesNotHaveDuplicates();
        assertThat(store.commits()).isEqualTo(32);
        store.close();
        assertThatThrownBy(memory::lastId).isInstanceOf(StoreException.class);
    }

    private static final class Death extends Error {
        private static final long serialVersionUID = 1;
    }
}
