package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Store;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A real process fills its heap while it commits: it ends by itself and loses nothing.
@Timeout(180)
final class FullHeapTest {
    private static final int CALLERS = 16;
    private static final int COMMITS_BEFORE = 50;
    private static final int COMMITS_AFTER = 20;
    private static final int PIECES_MAX = 1 << 20;

    @TempDir private Path directory;

    @Test
    void everyCallerReturnsWhenTheHeapIsFull() throws Exception {
        Path output = directory.resolve("output");
        // Into a file: a child that hangs would let a reader of its output hang too.
        List<String> under =
                List.of(
                        "env",
                        "JAVA_TOOL_OPTIONS=-Xmx64m",
                        "sh",
                        "-c",
                        "exec \"$@\" > " + output,
                        "sh");
        Process child = ChildJvm.start(under, Child.class, directory);
        try {
            assertThat(child.waitFor(2, TimeUnit.MINUTES)).as("the child has ended").isTrue();
        } finally {
            ChildJvm.end(child);
        }
        List<String> lines = Files.readAllLines(output);
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

    /// Commits, fills its heap, and ends when each caller has failed or continued.
    static final class Child {
        private final Store store;
        private final AtomicLong ids = new AtomicLong();
        private final CountDownLatch started = new CountDownLatch(CALLERS * COMMITS_BEFORE);
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
            child.started.await();
            byte[][] held = new byte[PIECES_MAX][];
            int pieces = 0;
            for (int size = 1 << 20; size >= 16; size /= 4) pieces = fill(held, pieces, size);
            child.full = true;
            // From here on this thread needs no memory until it has released what it took.
            for (int i = 0; i < CALLERS; i++) callers[i].join();
            Arrays.fill(held, null);
            System.out.println(pieces < PIECES_MAX ? "full" : "too large a heap");
        }

        private static int fill(byte[][] held, int from, int size) {
            int pieces = from;
            try {
                while (pieces < PIECES_MAX) {
                    held[pieces] = new byte[size];
                    pieces++;
                }
            } catch (OutOfMemoryError _) {
                // That is the purpose; smaller pieces fill what is left.
            }
            return pieces;
        }

        /// Ends with the first error, in whichever thread the heap was full.
        private void commit() {
            int after = 0;
            while (after < COMMITS_AFTER) {
                try {
                    if (full) after++;
                    Run run = SampleRuns.started(ids.incrementAndGet());
                    store.commit(SampleRuns.commit(run));
                    System.out.println("run " + run.id().value());
                    started.countDown();
                } catch (Throwable _) {
                    if (full) return;
                }
            }
        }
    }
}
