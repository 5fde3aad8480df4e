package dev.pawl.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Scale;
import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WaitingRunsTest {
    private static final int RUNS = 1_500;

    @TempDir Path directory;
    private BenchContext place;

    @BeforeEach
    void open() throws Exception {
        place = BenchContext.open(directory, Scale.TINY, System.err);
    }

    @Test
    void createsAStoreThatPassesItsOwnCheck() throws Exception {
        Path home = WaitingRuns.home(place, RUNS);
        try (Store store = SqliteStore.openReadOnly(home)) {
            assertThat(store.count(Filter.ALL.status(RunStatus.WAITING))).isEqualTo(RUNS);
            assertThat(store.verify()).isEmpty();
            assertThat(store.wakes(RUNS)).hasSize(RUNS);
        }
    }

    @Test
    void createsRunsThatAnEngineResumes() throws Exception {
        Path home = WaitingRuns.home(place, RUNS);
        try (Engine engine = Engine.open(SqliteStore.open(home), WaitingRuns.MACHINE)) {
            Run last = engine.runs(Filter.ALL, Page.newest(1)).getFirst();
            engine.send(last.id(), new WaitingRuns.Approved("approver"));
            Run ended = engine.awaitEnd(last.id(), Duration.ofSeconds(30)).orElseThrow();
            assertThat(ended.status()).isEqualTo(RunStatus.COMPLETED);
        }
    }

    @Test
    void isCreatedOnceAndAgainIfItIsIncomplete() throws Exception {
        Path file = WaitingRuns.home(place, RUNS).resolve("pawl.db");
        Object made = Files.readAttributes(file, "unix:ino").get("ino");
        Path home = WaitingRuns.home(place, RUNS);
        assertThat(Files.readAttributes(file, "unix:ino").get("ino")).isEqualTo(made);
        Files.delete(home.resolve("complete"));
        assertThat(WaitingRuns.home(place, RUNS)).isEqualTo(home);
        assertThat(home.resolve("complete")).exists();
    }
}
