package dev.pawl.orchestrator.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Capacity falls by a part, rises by one, and does not swing.
final class PressureTest {
    private static final Thresholds LIMITS = Thresholds.ofDefaults();
    private static final Sample SLOW = new Sample(Duration.ofMillis(2_400), 0, 0);
    private static final Sample FAILING = new Sample(Duration.ZERO, 0.125, 0);
    private static final Sample FULL = new Sample(Duration.ZERO, 0, 0.95);
    private static final Sample BETWEEN = new Sample(Duration.ofSeconds(2), 0.1, 0.8);
    private static final Sample CALM = new Sample(Duration.ofMillis(1_399), 0.069, 0.559);

    @Test
    void twoBreachesInARowTakeAFifthAway() {
        assertThat(Pressure.none(10).after(SLOW, LIMITS)).isEqualTo(new Pressure(10, 10, 1, 0));
        assertThat(after(Pressure.none(10), SLOW, FAILING)).isEqualTo(new Pressure(10, 8, 0, 0));
        assertThat(after(Pressure.none(10), FULL, FULL, FULL, FULL).capacity()).isEqualTo(6);
    }

    @Test
    void aBreachAloneDoesNothing() {
        assertThat(after(Pressure.none(10), SLOW, BETWEEN, SLOW, CALM, SLOW))
                .isEqualTo(new Pressure(10, 10, 1, 0));
    }

    @Test
    void atLeastOnePermitIsTakenAndTheLastOneStays() {
        Pressure pressure = Pressure.none(2);
        assertThat(after(pressure, SLOW, SLOW).capacity()).isEqualTo(1);
        assertThat(after(pressure, SLOW, SLOW, SLOW, SLOW).capacity()).isEqualTo(1);
    }

    @Test
    void calmInARowGivesOneBackUpToTheCeiling() {
        Pressure pressure = new Pressure(10, 8, 0, 0);
        assertThat(calm(pressure, 5)).isEqualTo(new Pressure(10, 8, 0, 5));
        assertThat(calm(pressure, 6)).isEqualTo(new Pressure(10, 9, 0, 0));
        assertThat(calm(pressure, 12).capacity()).isEqualTo(10);
        assertThat(calm(pressure, 60).capacity()).isEqualTo(10);
    }

    @Test
    void whatIsNeitherCalmNorTooMuchInterruptsBoth() {
        Pressure pressure = calm(new Pressure(10, 8, 0, 0), 5).after(BETWEEN, LIMITS);
        assertThat(pressure).isEqualTo(new Pressure(10, 8, 0, 0));
        assertThat(calm(pressure, 5).capacity()).isEqualTo(8);
        assertThat(after(pressure, SLOW, BETWEEN, SLOW).capacity()).isEqualTo(8);
    }

    /// Calm is below half of every threshold here, and not at half of one.
    @Test
    void aSampleIsCalmOnlyIfAllOfItIsBelowTheRelief() {
        Thresholds half = new Thresholds(Duration.ofSeconds(2), 0.5, 0.8, 1, 1, 0.5, 1, 0.5);
        assertThat(level(half, 999, 0.24, 0.39)).isEqualTo(Reading.Level.CALM);
        assertThat(level(half, 1_000, 0, 0)).isEqualTo(Reading.Level.BETWEEN);
        assertThat(level(half, 0, 0.25, 0)).isEqualTo(Reading.Level.BETWEEN);
        assertThat(level(half, 0, 0, 0.4)).isEqualTo(Reading.Level.BETWEEN);
        assertThat(level(half, 2_000, 0.5, 0.8)).isEqualTo(Reading.Level.BETWEEN);
        assertThat(level(half, 2_001, 0, 0)).isEqualTo(Reading.Level.BREACH);
        assertThat(level(half, 0, 0.51, 0)).isEqualTo(Reading.Level.BREACH);
        assertThat(level(half, 0, 0, 0.81)).isEqualTo(Reading.Level.BREACH);
    }

    private static Reading.Level level(
            Thresholds limits, int millis, double errorRate, double saturation) {
        Sample sample = new Sample(Duration.ofMillis(millis), errorRate, saturation);
        return Pressure.none(10).reading(sample, limits).level();
    }

    @Test
    void saysWhy() {
        Pressure once = Pressure.none(10);
        Pressure twice = once.after(SLOW, LIMITS);
        assertThat(twice.reading(SLOW, LIMITS))
                .isEqualTo(new Reading(Reading.Level.BREACH, "p99 2.4 s is above 2 s, twice"));
        Sample bad = new Sample(Duration.ofSeconds(3), 0.125, 1.5);
        assertThat(once.reading(bad, LIMITS).words())
                .isEqualTo(
                        "p99 3 s is above 2 s and error rate 12.5 % is above 10 %"
                                + " and saturation 150 % is above 80 %, once");
        assertThat(once.reading(BETWEEN, LIMITS))
                .isEqualTo(
                        new Reading(
                                Reading.Level.BETWEEN,
                                "p99 2 s, error rate 10 %, saturation 80 % is below the"
                                        + " thresholds, but not below 70 % of them"));
        assertThat(calm(new Pressure(10, 8, 0, 0), 2).reading(CALM, LIMITS).words())
                .isEqualTo("p99 1.399 s, error rate 6.9 %, saturation 55.9 % is calm, 3 times");
    }

    @Test
    void aNewCeilingIsReachedAtOnceWithoutPressureAndSlowlyUnderIt() {
        assertThat(Pressure.none(10).resized(15).capacity()).isEqualTo(15);
        assertThat(Pressure.none(10).resized(5).capacity()).isEqualTo(5);
        assertThat(new Pressure(10, 6, 1, 0).resized(15)).isEqualTo(new Pressure(15, 6, 1, 0));
        assertThat(new Pressure(10, 6, 0, 0).resized(4).capacity()).isEqualTo(4);
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatThrownBy(() -> new Pressure(10, 0, 0, 0)).hasMessageContaining("found 0 of 10");
        assertThatThrownBy(() -> new Pressure(10, 11, 0, 0)).hasMessageContaining("11 of 10");
        assertThatThrownBy(() -> Pressure.none(10_001)).hasMessageContaining("up to 10000");
        assertThatThrownBy(() -> new Pressure(10, 9, 1, 1)).hasMessageContaining("found 1 and 1");
        assertThatThrownBy(() -> new Sample(Duration.ofNanos(-1), 0, 0))
                .hasMessageContaining("latency");
        assertThatThrownBy(() -> new Sample(Duration.ZERO, Double.NaN, 0))
                .hasMessageContaining("error rate from 0 to 1, found NaN");
        assertThatThrownBy(() -> new Sample(Duration.ZERO, 0, -0.1))
                .hasMessageContaining("saturation");
        assertThatThrownBy(() -> limits(0, 1, 0.5)).hasMessageContaining("found 0, 1 and 1");
        assertThatThrownBy(() -> limits(1, 1, 1)).hasMessageContaining("found 1.0 and 0.7");
        assertThatThrownBy(() -> new Thresholds(Duration.ZERO, 0.1, 0.8, 1, 1, 0.5, 1, 0.7))
                .hasMessageContaining("found latency PT0S");
    }

    private static Thresholds limits(int breaches, int calm, double decrease) {
        return new Thresholds(Duration.ofSeconds(1), 0.1, 0.8, breaches, calm, decrease, 1, 0.7);
    }

    private static Pressure calm(Pressure pressure, int samples) {
        Pressure next = pressure;
        for (int i = 0; i < samples; i++) next = next.after(CALM, LIMITS);
        return next;
    }

    private static Pressure after(Pressure pressure, Sample... samples) {
        Pressure next = pressure;
        for (Sample sample : samples) next = next.after(sample, LIMITS);
        return next;
    }
}
