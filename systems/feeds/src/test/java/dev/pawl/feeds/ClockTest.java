package dev.pawl.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Commit;
import dev.pawl.orchestrator.Order;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.limit.FailureKind;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFaults;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Clock jumps by a day, while sources load and while one waits.
@Timeout(120)
final class ClockTest {
    private static final Duration DAY = Duration.ofDays(1);

    @TempDir private Path directory;
    private Path documents = Path.of("");

    @BeforeEach
    void samples() throws IOException {
        documents = Samples.copyTo(directory.resolve("documents"));
    }

    @Test
    void nothingIsLostWhileTheClockJumps() throws Exception {
        DatabaseContents expected;
        try (SimulatedFeeds undisturbed = simulated("undisturbed")) {
            load(undisturbed);
            expected = DatabaseContents.of(undisturbed);
        }
        try (SimulatedFeeds disturbed = simulated("disturbed")) {
            Jumping jumping = new Jumping(disturbed.host());
            disturbed.sim().faults(jumping);
            load(disturbed);
            assertThat(jumping.jumps).isGreaterThan(4);
            DatabaseContents.of(disturbed).assertSameAs(expected, "after jumps");
            assertThat(disturbed.view().pool().held()).isEmpty();
            assertThat(disturbed.sim().store().verify()).isEmpty();
        }
    }

    private SimulatedFeeds simulated(String home) {
        return new SimulatedFeeds(
                directory.resolve(home), options -> options.from(documents).batches(8));
    }

    private static void load(SimulatedFeeds process) throws InterruptedException {
        process.start();
        process.order("load", Order.start().by("tester"));
        process.untilOver(1, DatabaseContents.SOURCES);
    }

    /// A source waits until a point in time, not for a duration: a jump forward ends the wait, a
    /// jump back makes it longer.
    @ParameterizedTest
    @CsvSource({"THROTTLED, 1", "THROTTLED, -1", "TRANSIENT, 1", "TRANSIENT, -1"})
    void aWaitEndsAtItsTime(FailureKind kind, int hours) throws Exception {
        List<Instant> asked = new ArrayList<>();
        SimHost[] clock = new SimHost[1];
        try (SimulatedFeeds process =
                new SimulatedFeeds(
                        directory.resolve("home"),
                        options ->
                                options.from(
                                        SourceKind.CCE,
                                        _ -> {
                                            Instant now = clock[0].now();
                                            asked.add(now);
                                            if (asked.size() == 1) throw refusal(kind, now);
                                            return documents;
                                        }))) {
            clock[0] = process.host();
            process.start();
            process.orderAndWait("load", Order.start("cce").by("tester"));
            process.sim().until(() -> !asked.isEmpty() && process.stats("cce").wakesAt() != null);
            process.sim().pass(Duration.ofMillis(100));
            ProviderStats waiting = process.stats("cce");
            Instant wake = waiting.wakesAt();
            assertThat(wake).isAfter(process.host().now());
            assertThat(waiting.waitsFor()).contains("busy");
            process.host().clockJump(Duration.ofHours(hours));
            assertThat(process.stats("cce").wakesAt()).isEqualTo(wake);
            process.sim().pass(Duration.ofMinutes(10));
            assertThat(asked).hasSize(hours > 0 ? 2 : 1);
            process.sim().pass(Duration.ofHours(1));
            assertThat(asked).hasSize(2);
            assertThat(asked.getLast()).isAfterOrEqualTo(wake);
            assertThat(process.stats("cce").state()).isEqualTo(ProviderState.TERMINATED);
            assertThat(process.stats("cce").row().cause()).isEqualTo("COMPLETED");
        }
    }

    private static SourceException refusal(FailureKind kind, Instant now) {
        return kind == FailureKind.THROTTLED
                ? SourceException.throttled("busy", now.plusSeconds(60))
                : new SourceException(kind, "busy");
    }

    /// Makes the clock jump after every few commits, forwards and back in turns.
    private static final class Jumping implements StoreFaults {
        private static final int INTERVAL = 7;

        private final SimHost host;
        private int jumps;

        Jumping(SimHost host) {
            this.host = host;
        }

        @Override
        public void after(long n, Commit commit) {
            if (n % INTERVAL == 0) host.clockJump(jumps++ % 2 == 0 ? DAY : DAY.negated());
        }
    }
}
