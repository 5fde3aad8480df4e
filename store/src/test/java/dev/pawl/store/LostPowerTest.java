package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Store;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The log may end anywhere after a loss of power, but not before what was synced.
final class LostPowerTest {
    private static final int RUNS = 60;
    private static final int CUTS = 25;

    @TempDir private Path directory;

    @Test
    void findsEveryCommitThatReturnedBeforeTheLogWasCutOff() throws Exception {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        List<Acknowledged> acknowledged = new ArrayList<>();
        Path copy;
        try (SqliteStore store = SqliteStore.open(directory.resolve("home"))) {
            Path log = Path.of(Home.file(directory.resolve("home")) + "-wal");
            for (int i = 1; i <= RUNS; i++) {
                Run run = SampleRuns.started(i);
                while (true) {
                    store.commit(SampleRuns.commit(run));
                    acknowledged.add(new Acknowledged(run, Files.size(log)));
                    // A read brings the tables up to date, so that cuts meet projections too.
                    if (random.nextInt(9) == 0)
                        assertThat(store.history(run.id(), 0, 9)).isNotEmpty();
                    if (run.status().isEnd()) break;
                    run = SampleRuns.next(run);
                }
            }
            copy = Copies.copy(store, directory.resolve("copy"));
        }
        long size = acknowledged.getLast().logSize();
        for (int cut = 0; cut < CUTS; cut++) {
            long length = random.nextLong(acknowledged.getFirst().logSize(), size + 1);
            Path home = Copies.cut(copy, directory.resolve("cut-" + cut), length);
            check(home, length, acknowledged, "seed " + seed + ", cut at " + length);
        }
    }

    private static void check(
            Path home, long length, List<Acknowledged> acknowledged, String where) {
        Map<RunId, Run> expected = new HashMap<>();
        for (Acknowledged one : acknowledged) {
            if (one.logSize() <= length) expected.put(one.run().id(), one.run());
        }
        try (Store store = SqliteStore.open(home)) {
            assertThat(store.verify()).as(where).isEmpty();
            expected.forEach((id, run) ->
                    assertThat(store.run(id).orElseThrow().version())
                            .as(where + ", run " + id)
                            .isGreaterThanOrEqualTo(run.version()));
        }
    }

    private record Acknowledged(Run run, long logSize) {}
}
