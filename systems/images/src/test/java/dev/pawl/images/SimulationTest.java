package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The whole chain in virtual time, with several images at once, under faults and deaths by seed:
/// `-Dpawl.images.seeds=500` for more of them.
@Timeout(3_600)
final class SimulationTest {
    private static final int SEEDS = Integer.getInteger("pawl.images.seeds", 5);
    private static final int HISTORY = 1_000;

    @TempDir private Path directory;
    private Wares wares;

    @BeforeEach
    void make() throws IOException {
        wares = new Wares(directory.resolve("wares"));
    }

    @Test
    void whateverFailsNothingHalfRemainsAndEverythingCanBeHadAfterwards() throws Exception {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.each(SEEDS, seed -> season(seed, ends));
        System.out.println("SimulationTest: seeds 0 to %d, %s".formatted(SEEDS - 1, ends));
        // A simulation in which nothing goes wrong shows nothing.
        assumeTrue(System.getProperty("pawl.seed") == null, "one seed has not all of them");
        assertThat(ends)
                .containsKeys(
                        "download-image ABORTED",
                        "download-image COMPLETED",
                        "unpack-image COMPLETED",
                        "unpack-image EXHAUSTED",
                        "activate-image COMPLETED",
                        "reclaimed");
    }

    private void season(long seed, Map<String, Integer> ends) throws Exception {
        try (Bench bench = Bench.in(directory.resolve("seed-" + seed), seed)) {
            for (Run run : new Season(bench, wares, seed).pass()) {
                ends.merge(run.machine() + " " + run.status(), 1, Integer::sum);
                boolean died =
                        bench.store().history(run.id(), 0, HISTORY).stream()
                                .anyMatch(e -> e.kind() == HistoryEntry.Kind.RECLAIMED);
                if (died) ends.merge("reclaimed", 1, Integer::sum);
            }
        }
    }
}
