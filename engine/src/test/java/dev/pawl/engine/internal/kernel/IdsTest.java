package dev.pawl.engine.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import dev.pawl.engine.store.NodeSlot;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class IdsTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private Instant now = NOW;
    private final Ids ids = new Ids(new Clock(), 0, false);

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
        assertThat(new Ids(new Clock(), 0, false).next()).isPositive();
    }

    @Test
    void idsContinueAfterTheLastOneOfAnEarlierProcess() {
        long far = Long.MAX_VALUE / 2;
        assertThat(new Ids(new Clock(), far, false).next()).isEqualTo(far + 1);
    }

    @Test
    void nodesThatShareAStoreMakeDifferentIds() {
        Ids first = new Ids(new Clock(), 0, true);
        Ids second = new Ids(new Clock(), 0, true);
        first.use(new NodeSlot(1, 0), 5);
        second.use(new NodeSlot(2, 1_023), 5);
        Set<Long> all = new HashSet<>();
        for (int i = 0; i < 5_000; i++) {
            if (i % 100 == 0) now = now.plusMillis(1);
            assertThat(all.add(first.next())).isTrue();
            assertThat(all.add(second.next())).isTrue();
        }
        long last = all.stream().mapToLong(id -> id).max().orElseThrow();
        second.use(new NodeSlot(3, 0), last);
        assertThat(second.next()).isGreaterThan(last).matches(id -> id % NodeSlot.COUNT == 0);
    }

    @Test
    void idsExceedOneThatWasSeen() {
        Ids shared = new Ids(new Clock(), 0, true);
        shared.use(new NodeSlot(1, 7), 0);
        for (long ahead : new long[] {1, 1_023, 1_024, 1_025, 99_999_999}) {
            RunId seen = new RunId(shared.next() + ahead);
            shared.exceed(seen);
            assertThat(shared.next()).isGreaterThan(seen.value()).matches(id -> id % 1_024 == 7);
        }
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
