package dev.pawl.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Commit;
import dev.pawl.orchestrator.Order;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.limit.Trouble;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.testkit.Faults;
import dev.pawl.testkit.SimHost;
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

/// Clocks that jump by a day, while sources are loaded and while one waits.
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
        Contents expected;
        try (Simulated calm = simulated("calm")) {
            load(calm);
            expected = Contents.of(calm);
        }
        try (Simulated troubled = simulated("troubled")) {
            Jumping jumping = new Jumping(troubled.host());
            troubled.sim().faults(jumping);
            load(troubled);
            assertThat(jumping.jumps).isGreaterThan(4);
            Contents.of(troubled).assertSameAs(expected, "after jumps");
            assertThat(troubled.board().pool().held()).isEmpty();
            assertThat(troubled.sim().store().verify()).isEmpty();
        }
    }

    private Simulated simulated(String home) {
        return new Simulated(
                directory.resolve(home), options -> options.from(documents).batches(8));
    }

    private static void load(Simulated process) throws InterruptedException {
        process.begin();
        process.order("load", Order.start(false, "tester", List.of()));
        process.untilOver(1, Contents.SOURCES);
    }

    /// However a source came to wait, it waits until a time, not for one: a clock that goes forward
    /// ends the waiting, one that goes back makes it longer.
    @ParameterizedTest
    @CsvSource({"THROTTLED, 1", "THROTTLED, -1", "TRANSIENT, 1", "TRANSIENT, -1"})
    void aWaitEndsAtItsTime(Trouble trouble, int days) throws Exception {
        List<Instant> asked = new ArrayList<>();
        SimHost[] clock = new SimHost[1];
        try (Simulated process =
                new Simulated(
                        directory.resolve("home"),
                        options ->
                                options.from(
                                        SourceKind.CCE,
                                        _ -> {
                                            Instant now = clock[0].now();
                                            asked.add(now);
                                            if (asked.size() == 1) throw refusal(trouble, now);
                                            return documents;
                                        }))) {
            clock[0] = process.host();
            process.begin();
            process.obey("load", Order.start(false, "tester", List.of("cce")));
            process.sim().until(() -> !asked.isEmpty() && process.stats("cce").wakesAt() != null);
            process.sim().pass(Duration.ofMillis(100));
            ProviderStats waiting = process.stats("cce");
            Instant wake = waiting.wakesAt();
            assertThat(wake).isAfter(process.host().now());
            assertThat(waiting.waitsFor()).contains("busy");
            process.host().clockJump(DAY.multipliedBy(days));
            assertThat(process.stats("cce").wakesAt()).isEqualTo(wake);
            process.sim().pass(Duration.ofMinutes(10));
            assertThat(asked).hasSize(days > 0 ? 2 : 1);
            process.sim().pass(DAY);
            assertThat(asked).hasSize(2);
            assertThat(asked.getLast()).isAfterOrEqualTo(wake);
            assertThat(process.stats("cce").state()).isEqualTo(ProviderState.TERMINATED);
            assertThat(process.stats("cce").row().cause()).isEqualTo("COMPLETED");
        }
    }

    private static SourceException refusal(Trouble trouble, Instant now) {
        return trouble == Trouble.THROTTLED
                ? SourceException.throttled("busy", now.plusSeconds(60))
                : new SourceException(trouble, "busy");
    }

    /// Lets the clock jump after every few commits, forwards and back in turns.
    private static final class Jumping implements Faults {
        private static final int OFTEN = 15;

        private final SimHost host;
        private int jumps;

        Jumping(SimHost host) {
            this.host = host;
        }

        @Override
        public void after(long n, Commit commit) {
            if (n % OFTEN == 0) host.clockJump(jumps++ % 2 == 0 ? DAY : DAY.negated());
        }
    }
}
