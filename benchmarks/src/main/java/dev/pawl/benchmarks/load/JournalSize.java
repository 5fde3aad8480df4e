package dev.pawl.benchmarks.load;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.engine.Engine;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Finds out how many bytes Pawl writes per step, so that the raw log can write as many.
///
/// The files of a new journal are filled with zeros, and what is written to them stays until they
/// are reused, so the last byte that is not zero shows how much was written.
public final class JournalSize {
    private static final int RUNS = 64;
    private static final Duration TIME_MAX = Duration.ofMinutes(1);

    private JournalSize() {}

    /// Returns the bytes of all commits of a five-step run, its start included, per step.
    public static int perStep(BenchContext at) throws IOException, InterruptedException {
        try (Scratch scratch = at.scratch("journal-size")) {
            Path home = scratch.resolve("store");
            long bytes;
            try (Engine engine = Engine.open(SqliteStore.open(home), FiveSteps.MACHINE)) {
                if (engine.report(TIME_MAX).isEmpty()) {
                    throw new IllegalStateException("an empty store was not opened in " + TIME_MAX);
                }
                long before = written(home);
                for (int i = 0; i < RUNS; i++) FiveSteps.run(engine);
                bytes = written(home) - before;
            }
            return Math.toIntExact(bytes / (RUNS * FiveSteps.STEPS));
        }
    }

    private static long written(Path home) throws IOException {
        long sum = 0;
        for (String name : List.of("pawl.journal-a", "pawl.journal-b")) {
            byte[] bytes = Files.readAllBytes(home.resolve(name));
            int end = bytes.length;
            while (end > 0 && bytes[end - 1] == 0) end--;
            sum += end;
        }
        return sum;
    }
}
