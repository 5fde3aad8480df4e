package dev.pawl.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.orchestrator.Order;
import dev.pawl.testkit.Faults;
import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.SimHost;
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

/// The samples of all seven sources, killed before and after durable writes: wherever that is, the
/// base ends as the one of a life that nobody disturbed.
@Timeout(600)
final class CrashTest {
    /// How many lives a test has at least, of the moments that there are.
    private static final int LIVES = Rounds.areTimed() ? 60 : 8;

    @TempDir private Path directory;
    private Path documents = Path.of("");

    @BeforeEach
    void samples() throws IOException {
        documents = Samples.copyTo(directory.resolve("documents"));
    }

    @Test
    @Tag("volume")
    void aFirstLoadEndsTheSameWhereverItIsKilled() throws Exception {
        check(1, directory.resolve("nothing"));
    }

    @Test
    @Tag("volume")
    void anIncrementalLoadEndsTheSameWhereverItIsKilled() throws Exception {
        Path loaded = directory.resolve("loaded");
        try (Simulated first = simulated(loaded)) {
            live(first, 1);
        }
        change();
        check(2, loaded);
    }

    private Simulated simulated(Path home) {
        return new Simulated(
                home,
                options -> {
                    options.batches(8);
                    for (SourceKind each : SourceKind.values()) {
                        options.from(each, documents.resolve(each.id()));
                    }
                });
    }

    /// A newer catalogue with less in it, a table that is gone, and a page with another record.
    private void change() throws IOException {
        Path cwe = documents.resolve("cwe/cwec.xml");
        Files.writeString(cwe, Editions.newer(Files.readString(cwe)));
        Files.delete(documents.resolve("ssg/table-rhel8-stig.html"));
        Path page = documents.resolve("cve/nvd-2.0-page.json");
        Files.writeString(page, Editions.later(Files.readString(page)));
    }

    private void check(long cycle, Path before) throws Exception {
        Path calmHome = copy(before, directory.resolve("calm"));
        Contents expected;
        long writes;
        try (Simulated calm = simulated(calmHome)) {
            live(calm, cycle);
            writes = calm.sim().writes();
            expected = Contents.of(calm);
        }
        long moments = 2 * writes;
        long every = Math.max(1, moments / LIVES);
        IO.println("CrashTest of feeds: volume: every %d. of %d moments".formatted(every, moments));
        long lives = 0;
        for (long moment = every / 2; moment < moments; moment += every) {
            Path home = copy(before, directory.resolve("life-" + lives++));
            try (Simulated life = simulated(home)) {
                long write = moment / 2 + 1;
                boolean after = moment % 2 == 1;
                List<Long> deaths = new ArrayList<>();
                Runnable death =
                        () -> {
                            deaths.add(write);
                            life.sim().crash();
                        };
                life.sim()
                        .faults(
                                after
                                        ? Faults.afterCommit(write, death)
                                        : Faults.beforeCommit(write, death));
                live(life, cycle);
                assertThat(deaths).as("deaths at write %d", write).containsExactly(write);
                Contents.of(life)
                        .assertSameAs(
                                expected,
                                "killed %s write %d".formatted(after ? "after" : "before", write));
                assertThat(life.sim().store().verify()).isEmpty();
            }
        }
        assertThat(lives).isGreaterThanOrEqualTo(Math.min(moments, LIVES));
    }

    private static Path copy(Path from, Path to) throws IOException {
        if (!Files.exists(from)) return to;
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) Files.copy(each, to.resolve(from.relativize(each)));
        }
        return to;
    }

    /// Lives until everything is loaded, again if it dies.
    private static void live(Simulated process, long cycle) throws InterruptedException {
        for (int life = 1; life <= 2; life++) {
            try {
                process.begin();
                if (process.sim().isAlive()) {
                    process.order("load " + cycle, Order.start(false, "tester", List.of()));
                    process.untilOver(cycle, Contents.SOURCES);
                }
            } catch (SimHost.Crashed _) {
                // It is what the test is about.
            }
            if (process.sim().isAlive()) return;
            process.sim().faults(Faults.NONE);
        }
        throw new AssertionError("expected one death, found two");
    }
}
