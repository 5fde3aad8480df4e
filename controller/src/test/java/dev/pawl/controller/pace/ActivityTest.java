package dev.pawl.controller.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.controller.pace.Activity.Mark;
import dev.pawl.machine.Retry.Curve;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ActivityTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final HotLoopLimit LIMIT =
            new HotLoopLimit(
                    5,
                    Duration.ofSeconds(10),
                    2,
                    Duration.ofMinutes(10),
                    new Curve(Duration.ofSeconds(5), 2, Duration.ofSeconds(30), 0));

    private static Activity decided(Activity before, int seconds, String summary) {
        return before.decided(new Mark(START.plusSeconds(seconds), summary), false, LIMIT);
    }

    private static Activity hot() {
        Activity activity = Activity.NONE;
        for (int i = 0; i < 6; i++) activity = decided(activity, i, "s" + i);
        return activity;
    }

    @Test
    void allowsAsManyDecisionsAsTheWindowHas() {
        Activity activity = Activity.NONE;
        for (int i = 0; i < 5; i++) activity = decided(activity, i, "s" + i);
        assertThat(activity.slowed()).isZero();
        assertThat(activity.remark()).isNull();
        assertThat(activity.decisions()).isEqualTo(5);
    }

    @Test
    void slowsDownAHotLoopMoreAndMoreUpToTheCap() {
        Activity activity = hot();
        assertThat(activity.slowedUntil()).isEqualTo(START.plusSeconds(5 + 5));
        assertThat(activity.remark()).contains("decided 6 times", "last 's5'", "PT5S");
        int[] delays = {10, 20, 30, 30};
        int at = 10;
        for (int delay : delays) {
            activity = decided(activity, at, "more");
            assertThat(activity.slowedUntil()).isEqualTo(START.plusSeconds(at + delay));
            assertThat(activity.isSlowed(START.plusSeconds(at + delay - 1))).isTrue();
            assertThat(activity.isSlowed(START.plusSeconds(at + delay))).isFalse();
            at += delay;
        }
    }

    @Test
    void slowDecisionsAreNoHotLoop() {
        Activity activity = Activity.NONE;
        for (int i = 0; i < 100; i++) activity = decided(activity, 2 * i, "s" + i);
        assertThat(activity.slowed()).isZero();
        assertThat(activity.recent()).hasSizeLessThanOrEqualTo(6);
        assertThat(activity.decisions()).isEqualTo(100);
    }

    @Test
    void isNoLongerSlowedAfterAQuietEvaluationOrAChangedGeneration() {
        assertThat(hot().quiet().slowedUntil()).isNull();
        assertThat(hot().quiet().remark()).isNull();
        Activity fresh = hot().decided(new Mark(START.plusSeconds(6), "new"), true, LIMIT);
        assertThat(fresh.slowed()).isZero();
        assertThat(fresh.recent()).hasSize(1);
    }

    @Test
    void reportsFlappingAndForgetsIt() {
        Activity activity = Activity.NONE;
        String[] summaries = {"up", "down", "up", "up", "down"};
        for (int i = 0; i < summaries.length; i++) {
            activity = decided(activity, 60 * i, summaries[i]);
        }
        assertThat(activity.remark()).contains("flaps between 'up' and 'down'", "2 returns");
        assertThat(activity.slowed()).isZero();
        activity = decided(activity, 3_600, "up");
        assertThat(activity.remark()).isNull();
    }

    @Test
    void reportsACycleOfThree() {
        Activity activity = Activity.NONE;
        for (String each : new String[] {"up", "down", "starting", "up", "down", "starting"}) {
            activity = decided(activity, (int) (30 * activity.decisions()), each);
        }
        assertThat(activity.remark())
                .contains("flaps between 'up', 'down' and 'starting'", "3 returns");
    }

    @Test
    void aSequenceThatNeverReturnsDoesNotFlap() {
        Activity activity = Activity.NONE;
        for (String each : new String[] {"a", "b", "c", "a", "b"}) {
            activity = decided(activity, (int) (30 * activity.decisions()), each);
        }
        assertThat(activity.remark()).isNull();
    }

    @Test
    void remarksHastyWakeUpsWithoutHidingAnotherRemark() {
        Activity hasty = Activity.NONE.hasty(true, Duration.ofSeconds(1));
        assertThat(hasty.remark()).contains("asks again and again", "PT1S");
        assertThat(hasty.hasty(true, Duration.ofSeconds(1))).isSameAs(hasty);
        assertThat(hasty.hasty(false, Duration.ofSeconds(1)).remark()).isNull();
        assertThat(hot().hasty(true, Duration.ofSeconds(1)).remark()).contains("decided 6 times");
        assertThat(hot().hasty(false, Duration.ofSeconds(1)).remark()).contains("decided 6 times");
    }

    @Test
    void refusesLimitsThatAreNone() {
        assertThatThrownBy(() ->
                        new HotLoopLimit(
                                1,
                                Duration.ofSeconds(1),
                                1,
                                Duration.ofSeconds(1),
                                LIMIT.slowdown()))
                .hasMessageContaining("expected 2 to 200 decisions");
        assertThatThrownBy(() ->
                        new HotLoopLimit(
                                5, Duration.ZERO, 1, Duration.ofSeconds(1), LIMIT.slowdown()))
                .hasMessageContaining("expected windows of more than zero");
    }
}
