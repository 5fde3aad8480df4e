package dev.pawl.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.internal.decision.Draft;
import dev.pawl.engine.internal.kernel.EngineDocuments;
import dev.pawl.engine.internal.limits.RateWindow;
import dev.pawl.engine.internal.time.Cadence;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// Settings of queues and pools, and leases, as values.
final class LimitValuesTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Lease OF_RUN = new Lease("db", "run 7", 2, 5, null, null);

    @Test
    void aQueueIsBoundedByAnyLimitOnWhatExecutesAtOnce() {
        QueueSettings open = QueueSettings.of("q", 0);
        assertThat(open.isBounded()).isFalse();
        assertThat(open.rate(3, Duration.ofSeconds(1)).isBounded()).isFalse();
        assertThat(open.perKey(1).isBounded()).isTrue();
        assertThat(open.concurrency(1).isBounded()).isTrue();
        assertThat(open.concurrency(1).perKey(1).isBounded()).isTrue();
    }

    @Test
    void settingsThatLimitNothingSensibleAreRefused() {
        QueueSettings open = QueueSettings.of("q", 0);
        assertThatThrownBy(() -> QueueSettings.of(" ", 1))
                .hasMessage("expected a queue name, found a blank one");
        assertThatThrownBy(() -> open.concurrency(-1)).hasMessageContaining("0 or more");
        assertThatThrownBy(() -> open.perKey(-1)).hasMessageContaining("0 or more");
        assertThatThrownBy(() -> open.rate(-1, Duration.ofSeconds(1)))
                .hasMessageContaining("0 or more");
        assertThatThrownBy(() -> open.rate(1, Duration.ZERO)).hasMessageContaining("a window");
        assertThatThrownBy(() -> open.rate(1, null)).hasMessageContaining("a window");
        assertThatThrownBy(() -> open.rate(10_001, Duration.ofSeconds(1)))
                .hasMessage("expected a rate of at most 10000 starts, found 10001");
        assertThat(open.rate(10_000, Duration.ofSeconds(1)).rateCount()).isEqualTo(10_000);
        assertThatThrownBy(() -> new PoolSettings("", 1))
                .hasMessageContaining("expected a pool name");
        assertThatThrownBy(() -> new PoolSettings("p", -1)).hasMessageContaining("found -1");
        assertThat(new PoolSettings("p", 0).capacity()).isZero();
    }

    @Test
    void aLeaseOfARunHasNoExpiryAndOthersDo() {
        assertThat(EngineDocuments.name(OF_RUN)).isEqualTo("db/run 7");
        assertThat(OF_RUN.isOfRun()).isTrue();
        Lease timed = OF_RUN.until(NOON);
        assertThat(timed).isEqualTo(new Lease("db", "run 7", 2, 5, NOON, null));
        assertThat(timed.isOfRun()).isFalse();
        assertThat(timed.until(null)).isEqualTo(OF_RUN);
    }

    @Test
    void aRevokedLeaseIsTheSameUntilItIsTakenBack() {
        Instant by = NOON.plusSeconds(30);
        assertThat(OF_RUN.until(NOON).revoked(by))
                .isEqualTo(new Lease("db", "run 7", 2, 5, NOON, by));
    }

    /// However long a time is, nothing that is counted from it lies beyond the end of time.
    @Test
    void timesOfCenturiesAreAtMostTheLongestDelay() {
        Duration forever = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
        QueueSettings queue = QueueSettings.unlimited("q").rate(2, forever);
        assertThat(queue.rateWindow()).isEqualTo(Limits.DELAY_MAX);
        assertThat(Draft.after(NOON, forever)).isEqualTo(NOON.plus(Limits.DELAY_MAX));
        assertThat(Draft.after(NOON, forever.negated())).isEqualTo(NOON.minus(Limits.DELAY_MAX));
        assertThat(Draft.after(NOON, Duration.ofSeconds(-1))).isEqualTo(NOON.minusSeconds(1));
        assertThat(Cadence.parse("every " + forever).next(NOON))
                .contains(NOON.plus(Limits.DELAY_MAX));
        RateWindow window = RateWindow.EMPTY;
        for (int i = 0; i < 2; i++) window = window.admitted(NOON, Limits.DELAY_MAX);
        assertThat(window.nextAt(NOON, 2, Limits.DELAY_MAX)).isEqualTo(NOON.plus(Limits.DELAY_MAX));
    }

    @Test
    void aLeaseOfANodeThatOutlivesAYearIsRefused() {
        Duration second = Duration.ofSeconds(1);
        Duration forever = Duration.ofSeconds(Long.MAX_VALUE);
        assertThatThrownBy(() -> new EngineOptions().lease(forever, second))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a lease lasts at most PT8760H, not " + forever);
        assertThatThrownBy(() -> new EngineOptions().lease(forever, forever))
                .hasMessageContaining("a lease lasts at most PT8760H");
        assertThatThrownBy(() -> new EngineOptions().lease(second, second))
                .hasMessageContaining("at least two heartbeats");
    }

    @Test
    void aRetentionKeepsNoLessThanNothing() {
        assertThatThrownBy(() -> RetentionSettings.keep("m", -1))
                .hasMessage("expected 0 runs to keep or more, found -1; machine m");
        assertThatThrownBy(() -> RetentionSettings.age("m", Duration.ofSeconds(-1)))
                .hasMessage("expected an age of 0 or more, found PT-1S; machine m");
        assertThatThrownBy(() -> RetentionSettings.history("m", 0))
                .hasMessage("expected 1 history entry to keep or more, found 0; machine m");
        assertThat(RetentionSettings.keep("m", 0).withHistory(1))
                .isEqualTo(new RetentionSettings("m", null, 0L, 1L));
    }
}
