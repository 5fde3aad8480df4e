package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Store;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A real process fills its heap while it commits: it ends by itself, and loses nothing.
@Timeout(180)
final class FullHeapTest {
    private static final int CALLERS = 16;
    private static final int COMMITS_BEFORE = 50;
    private static final int COMMITS_AFTER = 20;
    private static final int PIECES_MAX = 1 << 20;

    @TempDir private Path directory;

    @Test
    void everyCallerGetsAnAnswerWhenTheHeapIsFull() throws Exception {
        Process child =
                ChildJvm.start(List.of("env", "JAVA_TOOL_OPTIONS=-Xmx64m"), Child.class, directory);
        List<String> lines;
        try (BufferedReader output = child.inputReader()) {
            lines = output.lines().toList();
            assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            ChildJvm.end(child);
        }
        assertThat(lines.getLast()).isEqualTo("full");
        try (Store store = SqliteStore.open(directory)) {
            assertThat(store.verify()).isEmpty();
            assertThat(lines).filteredOn(line -> line.startsWith("run ")).isNotEmpty();
            for (String line : lines) {
                if (!line.startsWith("run ")) continue;
                RunId id = new RunId(Long.parseLong(line.substring("run ".length())));
                assertThat(store.run(id)).as(line).isPresent();
            }
        }
    }

    /// Commits, fills its heap, and ends when each caller has failed or has gone on.
    static final class Child {
        private final Store store;
        private final AtomicLong ids = new AtomicLong();
        private final CountDownLatch begun = new CountDownLatch(CALLERS * COMMITS_BEFORE);
        private volatile boolean full;

        private Child(Store store) {
            this.store = store;
        }

        public static void main(String[] arguments) throws InterruptedException {
            Child child = new Child(SqliteStore.open(Path.of(arguments[0])));
            Thread[] callers = new Thread[CALLERS];
            for (int i = 0; i < CALLERS; i++) {
                callers[i] = Thread.ofPlatform().daemon().start(child::commit);
            }
            child.begun.await();
            byte[][] hoard = new byte[PIECES_MAX][];
            int pieces = 0;
            for (int size = 1 << 20; size >= 16; size /= 4) pieces = fill(hoard, pieces, size);
            child.full = true;
            // From here on this thread needs no memory, until it has given back what it took.
            for (int i = 0; i < CALLERS; i++) callers[i].join();
            Arrays.fill(hoard, null);
            System.out.println(pieces < PIECES_MAX ? "full" : "too large a heap");
        }

        private static int fill(byte[][] hoard, int from, int size) {
            int pieces = from;
            try {
                while (pieces < PIECES_MAX) {
                    hoard[pieces] = new byte[size];
                    pieces++;
                }
            } catch (OutOfMemoryError _) {
                // That is what it is for; smaller pieces fill what is left.
            }
            return pieces;
        }

        /// Ends with the first error, whichever thread the heap was too full for.
        private void commit() {
            int after = 0;
            while (after < COMMITS_AFTER) {
                try {
                    if (full) after++;
                    Run run = SampleRuns.started(ids.incrementAndGet());
                    store.commit(SampleRuns.commit(run));
                    System.out.println("run " + run.id().value());
                    begun.countDown();
                } catch (Throwable _) {
                    if (full) return;
                }
            }
        }
    }
}
