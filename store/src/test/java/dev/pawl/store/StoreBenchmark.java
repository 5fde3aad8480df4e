package dev.pawl.store;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Store;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// Prints what commits cost: `StoreBenchmark DIRECTORY SECONDS [CALLERS[@STORED]…]`.
///
/// Each caller takes runs of five steps through, one commit a step, in a new store or in one with
/// so many ended runs. Beside it stand one caller alone, and bare SQLite with one small row and one
/// sync a transaction.
final class StoreBenchmark {
    private static final int ROUNDS = 2_000;
    private static final Duration WARM_UP = Duration.ofSeconds(5);

    private StoreBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        Duration time = Duration.ofSeconds(Long.parseLong(arguments[1]));
        System.out.printf("bare SQLite: %.3f ms for five commits%n", bare(directory));
        System.out.printf("one caller:  %.3f ms for five commits%n", alone(directory));
        System.out.printf("bare SQLite: %.3f ms for five commits%n", bare(directory));
        for (int i = 2; i < arguments.length; i++) {
            int at = arguments[i].indexOf('@');
            int callers = Integer.parseInt(at < 0 ? arguments[i] : arguments[i].substring(0, at));
            int stored = at < 0 ? 0 : Integer.parseInt(arguments[i].substring(at + 1));
            together(directory, callers, stored, time);
        }
    }

    private static double bare(Path directory) throws Exception {
        Path file = Files.createTempFile(directory, "bare", ".db");
        try (Session session = Session.writing(file)) {
            session.execute("create table t (n integer primary key, b blob)");
            var insert = session.prepare("insert into t(b) values (?)");
            double[] times = new double[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                long start = System.nanoTime();
                for (int step = 0; step < SampleRuns.STEPS; step++) {
                    session.run("begin immediate");
                    insert.setBytes(1, new byte[400]);
                    insert.executeUpdate();
                    session.run("commit");
                }
                times[i] = (System.nanoTime() - start) / 1e6;
            }
            Arrays.sort(times);
            return times[ROUNDS / 2];
        }
    }

    private static double alone(Path directory) throws Exception {
        try (Store store = SqliteStore.open(Files.createTempDirectory(directory, "alone"))) {
            double[] times = new double[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                long start = System.nanoTime();
                live(store, i + 1, new LongAdder());
                times[i] = (System.nanoTime() - start) / 1e6;
            }
            Arrays.sort(times);
            return times[ROUNDS / 2];
        }
    }

    private static void together(Path directory, int callers, int stored, Duration time)
            throws Exception {
        Path home = Files.createTempDirectory(directory, "together");
        AtomicLong ids = new AtomicLong();
        AtomicBoolean over = new AtomicBoolean();
        LongAdder commits = new LongAdder();
        try (Store store = SqliteStore.open(home)) {
            while (ids.get() < stored) fill(store, ids);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                threads.add(
                        Thread.startVirtualThread(() -> {
                            while (!over.get()) {
                                live(store, ids.incrementAndGet(), commits);
                            }
                        }));
            }
            Thread.sleep(WARM_UP);
            double cpu = cpu();
            long start = System.nanoTime();
            long before = commits.sum();
            Thread.sleep(time);
            double count = commits.sum() - before;
            double seconds = (System.nanoTime() - start) / 1e9;
            cpu = cpu() - cpu;
            over.set(true);
            for (Thread thread : threads) thread.join();
            System.out.printf(
                    "%5d callers: %,9.0f commits/s, %.1f µs of processor each, %,d runs, %d MiB%n",
                    callers,
                    count / seconds,
                    cpu / count,
                    ids.get(),
                    Files.size(Home.file(home)) >> 20);
        }
        Rows groups = SqliteStore.query(home, "select journal, position from progress");
        System.out.println("      groups and commits: " + groups.rows().getFirst());
    }

    /// Stores a thousand runs that have ended, in one commit.
    private static void fill(Store store, AtomicLong ids) {
        List<Commit.Change> changes = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            Run run = SampleRuns.started(ids.incrementAndGet());
            List<HistoryEntry> entries = new ArrayList<>(SampleRuns.change(run).entries());
            while (!run.status().isEnd()) {
                run = SampleRuns.next(run);
                entries.addAll(SampleRuns.change(run).entries());
            }
            changes.add(new Commit.Change(run, entries));
        }
        store.commit(Commit.of(changes.toArray(Commit.Change[]::new)));
    }

    private static void live(Store store, long id, LongAdder commits) {
        Run run = SampleRuns.started(id);
        store.commit(SampleRuns.commit(run));
        for (int step = 1; step < SampleRuns.STEPS; step++) {
            run = SampleRuns.next(run);
            store.commit(SampleRuns.commit(run));
        }
        commits.add(SampleRuns.STEPS);
    }

    private static double cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() / 1e3;
    }
}
