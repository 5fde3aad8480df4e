package dev.pawl.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Schedule.Missed;
import dev.pawl.engine.Schedule.Overlap;
import dev.pawl.engine.Schedule.Rules;
import dev.pawl.engine.internal.time.Cadence;
import dev.pawl.machine.Machine;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// Schedules as values: what they are made of, and when they fire.
final class ScheduleTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Machine<String, String> REPORT =
            Machine.named("report", String.class, String.class).step("a", a -> a.next("x")).build();

    private static final Schedule HOURLY =
            Schedule.every("hourly", Duration.ofHours(1), REPORT, "all");

    @Test
    void aScheduleHasItsMachineItsRequestAndTheDefaultRules() {
        assertThat(HOURLY)
                .isEqualTo(
                        new Schedule(
                                "hourly",
                                "report",
                                "\"all\"",
                                "every PT1H",
                                new Rules(Overlap.SKIP, Missed.ONCE, Duration.ZERO, null),
                                false,
                                null,
                                null));
        assertThat(Schedule.cron("nightly", "0 3 * * *", REPORT, "all").spec())
                .isEqualTo("0 3 * * * UTC");
    }

    @Test
    void anIntervalFiresAtEqualDistances() {
        assertThat(Cadence.parse("every PT1H").next(NOON)).contains(NOON.plusSeconds(3_600));
    }

    /// What is stored may have been written by hand.
    @Test
    void anIntervalThatIsNotPositiveIsRefusedWhereverItComesFrom() {
        for (String spec : new String[] {"every PT0S", "every PT-5M"}) {
            assertThatThrownBy(() -> Cadence.parse(spec))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(
                            "expected a positive interval, found " + spec.substring(6));
        }
    }

    @Test
    void aCronExpressionFiresInItsZone() {
        Schedule nightly = Schedule.cron("nightly", "0 3 * * *", REPORT, "all");
        assertThat(Cadence.parse(nightly.spec()).next(NOON))
                .contains(Instant.parse("2026-03-02T03:00:00Z"));
        Schedule berlin = nightly.zone("Europe/Berlin");
        assertThat(berlin.spec()).isEqualTo("0 3 * * * Europe/Berlin");
        assertThat(Cadence.parse(berlin.spec()).next(NOON))
                .contains(Instant.parse("2026-03-02T02:00:00Z"));
        assertThat(berlin.name()).isEqualTo("nightly");
    }

    @Test
    void whatCannotBeKeptIsRefusedWhenItIsMade() {
        Schedule nightly = Schedule.cron("nightly", "0 3 * * *", REPORT, "all");
        for (Duration none : new Duration[] {Duration.ZERO, Duration.ofSeconds(-1)}) {
            assertThatThrownBy(() -> Schedule.every("never", none, REPORT, "all"))
                    .hasMessage("expected a positive interval, found " + none);
        }
        assertThatThrownBy(() -> Schedule.cron("odd", "0 99 * * *", REPORT, "all"))
                .hasMessageContaining("expected an hour from 0 to 23, found '99'");
        assertThatThrownBy(() -> nightly.zone("Nowhere/Never"))
                .hasMessageContaining("expected 'every PT5M' or a cron expression and a zone")
                .hasMessageContaining("Nowhere/Never");
        assertThatThrownBy(() -> Cadence.parse("@daily"))
                .hasMessageContaining("no zone after the expression");
        assertThatThrownBy(() -> Cadence.parse(" UTC")).hasMessageContaining("expected 5 fields");
    }

    @Test
    void theEngineNotesWhatItDidAndWhetherItIsPaused() {
        Schedule fired = HOURLY.paused(true).fired(NOON, "run 7");
        assertThat(fired.paused()).isTrue();
        assertThat(fired.nextAt()).isEqualTo(NOON);
        assertThat(fired.lastRun()).isEqualTo("run 7");
        assertThat(fired.isSamePlan(HOURLY)).isTrue();
    }

    @Test
    void anotherMachineRequestTimeOrRuleIsAnotherPlan() {
        Machine<String, String> other =
                Machine.named("other", String.class, String.class)
                        .step("a", a -> a.next("x"))
                        .build();
        Duration hour = Duration.ofHours(1);
        Schedule[] others = {
            Schedule.every("hourly", hour, other, "all"),
            Schedule.every("hourly", hour, REPORT, "some"),
            Schedule.every("hourly", Duration.ofHours(2), REPORT, "all"),
            HOURLY.rules(Rules.DEFAULT.overlap(Overlap.ALLOW)),
            HOURLY.rules(Rules.DEFAULT.missed(Missed.ALL)),
            HOURLY.rules(Rules.DEFAULT.jitter(Duration.ofSeconds(5))),
            HOURLY.rules(Rules.DEFAULT.queue("reports")),
        };
        for (Schedule plan : others) {
            assertThat(HOURLY.isSamePlan(plan)).as("%s", plan).isFalse();
            assertThat(plan.isSamePlan(plan.paused(true))).isTrue();
        }
    }

    @Test
    void rulesCompose() {
        Rules all =
                Rules.DEFAULT
                        .overlap(Overlap.REPLACE)
                        .missed(Missed.SKIP)
                        .jitter(Duration.ofSeconds(5))
                        .queue("reports");
        assertThat(all)
                .isEqualTo(
                        new Rules(Overlap.REPLACE, Missed.SKIP, Duration.ofSeconds(5), "reports"));
    }
}
