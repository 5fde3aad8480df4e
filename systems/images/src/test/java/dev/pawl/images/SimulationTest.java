package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The whole chain in virtual time, with several images at once, under faults and crashes by seed:
/// `-Dpawl.seeds=500` for more of them.
@Timeout(3_600)
final class SimulationTest {
    private static final int SEEDS = 5;
    private static final int HISTORY = 1_000;

    @TempDir private Path directory;
    private SampleArchives archives;

    @BeforeEach
    void make() throws IOException {
        archives = new SampleArchives(directory.resolve("wares"));
    }

    @Test
    @Tag("volume")
    void afterAnyFailuresNothingPartialRemainsAndEveryRequestSucceeds() throws Exception {
        Map<String, Integer> ends = new TreeMap<>();
        Rounds rounds = Rounds.of("pawl.seeds", SEEDS);
        Seeds.each(rounds, seed -> season(seed, ends));
        IO.println("SimulationTest of images, %s: %s".formatted(ends, rounds));
        // A simulation without faults proves nothing.
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
        try (ImagesFixture fixture = ImagesFixture.in(directory.resolve("seed-" + seed), seed)) {
            for (Run run : new RandomScenario(fixture, archives, seed).pass()) {
                ends.merge(run.machine() + " " + run.status(), 1, Integer::sum);
                boolean died =
                        fixture.store().history(run.id(), 0, HISTORY).stream()
                                .anyMatch(e -> e.kind() == HistoryEntry.Kind.RECOVERED);
                if (died) ends.merge("reclaimed", 1, Integer::sum);
            }
        }
    }
}
