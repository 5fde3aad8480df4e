package dev.pawl.orchestrator.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The 99th percentile of the latest latencies.
final class LatenciesTest {
    private final Latencies latencies = new Latencies();

    @Test
    void isZeroWithoutMeasurements() {
        assertThat(latencies.p99()).isEqualTo(Duration.ZERO);
    }

    @Test
    void oneOfAHundredMayBeSlower() {
        add(99, 10);
        add(1, 5_000);
        assertThat(latencies.p99()).isEqualTo(Duration.ofMillis(10));
        add(1, 5_000);
        assertThat(latencies.p99()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void ofFewTheSlowestCounts() {
        add(1, 10);
        assertThat(latencies.p99()).isEqualTo(Duration.ofMillis(10));
        add(1, 20);
        assertThat(latencies.p99()).isEqualTo(Duration.ofMillis(20));
    }

    @Test
    void forgetsOldMeasurements() {
        add(Latencies.KEPT, 5_000);
        add(Latencies.KEPT - 11, 10);
        assertThat(latencies.p99()).isEqualTo(Duration.ofSeconds(5));
        add(1, 10);
        assertThat(latencies.p99()).isEqualTo(Duration.ofMillis(10));
    }

    @Test
    void severalThreadsMayAddAtOnce() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(Thread.ofVirtual().start(() -> add(Latencies.KEPT / 4, 7)));
        }
        for (Thread thread : threads) thread.join();
        assertThat(latencies.p99()).isEqualTo(Duration.ofMillis(7));
        add(10, 9);
        assertThat(latencies.p99()).isEqualTo(Duration.ofMillis(7));
        add(1, 9);
        assertThat(latencies.p99()).isEqualTo(Duration.ofMillis(9));
    }

    @Test
    void refusesALatencyBelowZero() {
        assertThatThrownBy(() -> latencies.add(Duration.ofMillis(-1)))
                .hasMessage("expected a latency of PT0S or more, found PT-0.001S");
    }

    private void add(int times, long millis) {
        for (int i = 0; i < times; i++) latencies.add(Duration.ofMillis(millis));
    }
}
