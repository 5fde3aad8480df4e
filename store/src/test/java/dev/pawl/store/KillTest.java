package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Store;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.testkit.Rounds;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real process is killed while it commits; every commit that had returned is there afterwards.
/// `-Dpawl.kills=1000` kills a thousand times.
final class KillTest {
    private static final int KILLS = 3;

    /// A store that keeps growing takes ever longer to check.
    private static final int KILLS_PER_STORE = 20;

    private static final int CALLERS = 16;
    private static final int LINES_MAX = 4_000;

    @TempDir private Path directory;

    @Test
    @Tag("volume")
    void losesNothingThatReturnedWhenTheProcessIsKilled() throws Exception {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        Map<RunId, Long> acknowledged = new HashMap<>();
        Path home = directory;
        Rounds kills = Rounds.of("pawl.kills", KILLS);
        while (kills.next()) {
            if (kills.count() % KILLS_PER_STORE == 1) {
                home = directory.resolve("home-" + kills.count());
                acknowledged.clear();
            }
            int lines = 1 + random.nextInt(LINES_MAX);
            killAfter(lines, home, acknowledged);
            assertThat(acknowledged).isNotEmpty();
            String where = "seed %d, kill %d after %d lines".formatted(seed, kills.count(), lines);
            try (Store store = SqliteStore.open(home)) {
                assertThat(store.verify()).as(where).isEmpty();
                acknowledged.forEach((id, version) ->
                        assertThat(store.run(id).orElseThrow().version())
                                .as(where + ", run " + id)
                                .isGreaterThanOrEqualTo(version));
            }
        }
        IO.println("KillTest of the store: " + kills);
    }

    private static void killAfter(int lines, Path home, Map<RunId, Long> acknowledged)
            throws Exception {
        Process child = ChildJvm.start(List.of(), Child.class, home);
        try (BufferedReader output = child.inputReader()) {
            for (int read = 0; read < lines; read++) note(output.readLine(), acknowledged);
            // The handle kills the process and leaves the pipe open.
            child.toHandle().destroyForcibly();
            // What the child printed before it was killed counts too; its last line may be
            // incomplete.
            List<String> rest = new ArrayList<>(output.lines().toList());
            if (!rest.isEmpty()) rest.removeLast();
            rest.forEach(line -> note(line, acknowledged));
        } finally {
            ChildJvm.end(child);
        }
    }

    private static void note(String line, Map<RunId, Long> acknowledged) {
        assertThat(line).as("the child ended by itself").isNotNull();
        int space = line.indexOf(' ');
        RunId id = RunId.parse(line.substring(0, space));
        acknowledged.merge(id, Long.parseLong(line.substring(space + 1)), Math::max);
    }

    /// Commits until it is killed, and prints each commit that returned.
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) throws Exception {
            Store store = SqliteStore.open(Path.of(arguments[0]));
            AtomicLong ids = new AtomicLong(store.lastId());
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                callers.add(Thread.startVirtualThread(() -> complete(store, ids)));
            }
            for (Thread caller : callers) caller.join();
        }

        private static void complete(Store store, AtomicLong ids) {
            while (true) {
                Run run = SampleRuns.started(ids.incrementAndGet());
                while (true) {
                    store.commit(SampleRuns.commit(run));
                    System.out.println(run.id() + " " + run.version());
                    if (run.status().isEnd()) break;
                    run = SampleRuns.next(run);
                }
            }
        }
    }
}
