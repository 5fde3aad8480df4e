package dev.pawl.engine.internal.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.JsonCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// ENG-15 A rate: never more than so many in any window, and not fewer forever either.
final class RateWindowTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    @Test
    void noWindowEverHoldsMoreThanTheRate() {
        long seed = Long.getLong("pawl.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        int compared = 0;
        for (int round = 0; round < 60; round++) {
            int count = 1 + random.nextInt(20);
            Duration window = Duration.ofMillis(1 + random.nextInt(2_000));
            List<Instant> admitted = admissions(random, count, window);
            for (int i = 0; i + count < admitted.size(); i++) {
                assertThat(Duration.between(admitted.get(i), admitted.get(i + count)))
                        .as("%d in %s, seed %d", count, window, seed)
                        .isGreaterThanOrEqualTo(window);
                compared++;
            }
        }
        assertThat(compared).as("compared with seed %d", seed).isPositive();
    }

    private static List<Instant> admissions(SplittableRandom random, int count, Duration window) {
        RateWindow rate = RateWindow.EMPTY;
        List<Instant> admitted = new ArrayList<>();
        Instant now = NOW;
        for (int i = 0; i < 600; i++) {
            now =
                    now.plusNanos(
                            random.nextLong(
                                    1 + window.toNanos() / (1 + random.nextInt(2 * count))));
            Instant at = rate.nextAt(now, count, window);
            if (at == null) {
                admitted.add(now);
                rate = rate.admitted(now, window);
                assertThat(rate.buckets().size()).isLessThan(40);
            } else {
                assertThat(at).isAfter(now);
                if (random.nextBoolean()) now = at;
            }
            if (random.nextInt(20) == 0)
                rate = JsonCodec.JSON.decode(JsonCodec.JSON.encode(rate), RateWindow.class);
        }
        return admitted;
    }

    @Test
    void theTimeItNamesIsTheTimeAtWhichItAdmits() {
        RateWindow rate = RateWindow.EMPTY;
        Duration window = Duration.ofSeconds(10);
        for (int i = 0; i < 3; i++) rate = rate.admitted(NOW.plusSeconds(i), window);
        Instant at = rate.nextAt(NOW.plusSeconds(3), 3, window);
        assertThat(at).isEqualTo(NOW.plusSeconds(10));
        assertThat(rate.nextAt(at, 3, window)).isNull();
        assertThat(rate.nextAt(at.minusNanos(1), 3, window)).isEqualTo(at);
        assertThat(rate.nextAt(NOW.plusSeconds(3), 4, window)).isNull();
        assertThat(rate.nextAt(NOW.plusSeconds(3), 2, window)).isEqualTo(NOW.plusSeconds(11));
    }

    @Test
    void aClockThatGoesBackAdmitsNoMore() {
        RateWindow rate = RateWindow.EMPTY.admitted(NOW, Duration.ofSeconds(10));
        rate = rate.admitted(NOW.minusSeconds(5), Duration.ofSeconds(10));
        assertThat(rate.nextAt(NOW.minusSeconds(5), 2, Duration.ofSeconds(10)))
                .isEqualTo(NOW.plusSeconds(10));
    }

    @Test
    void everyAdmissionThatIsMadeKnownHasANumberOfItsOwn() {
        RateWindow rate = RateWindow.EMPTY.admitted(NOW, Duration.ofSeconds(10));
        assertThat(rate.turn()).isZero();
        assertThat(rate.turned()).isEqualTo(new RateWindow(rate.buckets(), 1));
        assertThat(rate.turned().turned().turn()).isEqualTo(2);
    }
}
