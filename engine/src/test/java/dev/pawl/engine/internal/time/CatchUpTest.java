package dev.pawl.engine.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Limits;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// Which of the missed fires of a schedule are caught up.
final class CatchUpTest {
    private static final Instant FIRST = Instant.parse("2026-03-01T10:00:00Z");

    @Test
    void upToTheBoundEachIsMadeUpForAndBeyondItTheNewest() {
        for (String spec : new String[] {"every PT1M", "* * * * * UTC", "* * * * * * UTC"}) {
            Cadence cadence = Cadence.parse(spec);
            Duration step = Duration.between(FIRST, cadence.next(FIRST).orElseThrow());
            Instant last = FIRST.plus(step.multipliedBy(Limits.CATCH_UP_MAX - 1));
            check(cadence, FIRST, FIRST, 0);
            check(cadence, last, FIRST, 0);
            check(cadence, last.plus(step).minusNanos(1), FIRST, 0);
            check(cadence, last.plus(step), FIRST.plus(step), 1);
            check(cadence, last.plus(step.multipliedBy(70)), FIRST.plus(step.multipliedBy(70)), 70);
        }
    }

    @Test
    void whatIsNotDueIsLeftAsItIs() {
        check(Cadence.parse("every PT1M"), FIRST.minusSeconds(5), FIRST, 0);
    }

    private static void check(Cadence cadence, Instant now, Instant from, long dropped) {
        assertThat(CatchUp.of(cadence, FIRST, now)).isEqualTo(new CatchUp(from, dropped));
    }
}
