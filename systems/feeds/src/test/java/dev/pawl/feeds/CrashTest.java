package dev.pawl.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.orchestrator.Order;
import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Loads the samples of all seven sources with a crash before or after each commit: the database
/// ends with the same contents as without a crash.
@Timeout(600)
final class CrashTest {
    /// The minimum number of crashes per test, spread over all commits.
    private static final int CRASHES = Rounds.areTimed() ? 60 : 8;

    @TempDir private Path directory;
    private Path documents = Path.of("");

    @BeforeEach
    void samples() throws IOException {
        documents = Samples.copyTo(directory.resolve("documents"));
    }

    @Test
    @Tag("volume")
    void aFirstLoadEndsTheSameAfterAnyCrash() throws Exception {
        check(1, directory.resolve("nothing"));
    }

    @Test
    @Tag("volume")
    void anIncrementalLoadEndsTheSameAfterAnyCrash() throws Exception {
        Path loaded = directory.resolve("loaded");
        try (SimulatedFeeds first = simulated(loaded)) {
            load(first, 1);
        }
        change();
        check(2, loaded);
    }

    private SimulatedFeeds simulated(Path home) {
        return new SimulatedFeeds(
                home,
                options -> {
                    options.batches(8);
                    for (SourceKind each : SourceKind.values()) {
                        options.from(each, documents.resolve(each.id()));
                    }
                });
    }

    /// Publishes a newer, smaller catalogue, removes a table, and changes a page.
    private void change() throws IOException {
        Path cwe = documents.resolve("cwe/cwec.xml");
        Files.writeString(cwe, Editions.newer(Files.readString(cwe)));
        Files.delete(documents.resolve("ssg/table-rhel8-stig.html"));
        Path page = documents.resolve("cve/nvd-2.0-page.json");
        Files.writeString(page, Editions.later(Files.readString(page)));
    }

    private void check(long cycle, Path before) throws Exception {
        Path home = copy(before, directory.resolve("undisturbed"));
        DatabaseContents expected;
        long writes;
        try (SimulatedFeeds undisturbed = simulated(home)) {
            load(undisturbed, cycle);
            writes = undisturbed.sim().writes();
            expected = DatabaseContents.of(undisturbed);
        }
        long points = 2 * writes;
        long every = Math.max(1, points / CRASHES);
        IO.println(
                "CrashTest of feeds: volume: one in %d of %d crash points"
                        .formatted(every, points));
        long crashes = 0;
        for (long point = every / 2; point < points; point += every) {
            // Before and after alternate: an even step through all points would hit only one.
            boolean after = crashes % 2 == 1;
            Path crashHome = copy(before, directory.resolve("crash-" + crashes++));
            try (SimulatedFeeds process = simulated(crashHome)) {
                long write = point / 2 + 1;
                List<Long> crashed = new ArrayList<>();
                Runnable crash =
                        () -> {
                            crashed.add(write);
                            process.sim().crash();
                        };
                process.sim()
                        .faults(
                                after
                                        ? StoreFaults.afterCommit(write, crash)
                                        : StoreFaults.beforeCommit(write, crash));
                load(process, cycle);
                assertThat(crashed).as("crashes at write %d", write).containsExactly(write);
                DatabaseContents.of(process)
                        .assertSameAs(
                                expected,
                                "crashed %s write %d".formatted(after ? "after" : "before", write));
                assertThat(process.sim().store().verify()).isEmpty();
            }
        }
        assertThat(crashes).isGreaterThanOrEqualTo(Math.min(points, CRASHES));
    }

    private static Path copy(Path from, Path to) throws IOException {
        if (!Files.exists(from)) return to;
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) Files.copy(each, to.resolve(from.relativize(each)));
        }
        return to;
    }

    /// Loads everything, with one restart after a crash.
    private static void load(SimulatedFeeds process, long cycle) throws InterruptedException {
        for (int start = 1; start <= 2; start++) {
            try {
                process.start();
                if (process.sim().isAlive()) {
                    process.order("load " + cycle, Order.start().by("tester"));
                    process.untilOver(cycle, DatabaseContents.SOURCES);
                }
            } catch (SimHost.Crashed _) {
                // The planned crash.
            }
            if (process.sim().isAlive()) return;
            process.sim().faults(StoreFaults.NONE);
        }
        throw new AssertionError("expected one crash, found two");
    }
}
