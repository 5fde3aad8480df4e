package dev.pawl.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class IdsTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private Instant now = NOW;
    private final Ids ids = new Ids(new Clock(), 0);

    @Test
    void idsGrowWithTime() {
        long first = ids.next();
        now = NOW.plusMillis(1);
        assertThat(ids.next()).isEqualTo(first + (1 << 20));
        assertThat(ids.nextRun().value()).isEqualTo(first + (1 << 20) + 1);
    }

    @Test
    void idsNeverRepeatWhenTheClockGoesBackOrStandsStill() {
        long last = ids.next();
        for (int i = 0; i < 2_000; i++) {
            now = i % 2 == 0 ? NOW.minusSeconds(i) : NOW;
            long next = ids.next();
            assertThat(next).isGreaterThan(last);
            last = next;
        }
        now = Instant.parse("1999-01-01T00:00:00Z");
        assertThat(ids.next()).isGreaterThan(last);
        assertThat(new Ids(new Clock(), 0).next()).isPositive();
    }

    @Test
    void idsGoOnAfterTheLastOneOfAnEarlierLife() {
        long far = Long.MAX_VALUE / 2;
        assertThat(new Ids(new Clock(), far).next()).isEqualTo(far + 1);
    }

    /// A host that only knows the time.
    private final class Clock implements Host {
        @Override
        public Instant now() {
            return now;
        }

        @Override
        public RandomGenerator random() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Task start(String name, Runnable body) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean await(Signal signal, Instant until) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void raise(Signal signal) {
            throw new UnsupportedOperationException();
        }
    }
}
