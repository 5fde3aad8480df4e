package dev.pawl.orchestrator.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The capacity falls by a share, rises by one, and does not oscillate.
final class PressureTest {
    private static final Thresholds LIMITS = Thresholds.ofDefaults();
    private static final LoadSample SLOW = new LoadSample(Duration.ofMillis(2_400), 0, 0);
    private static final LoadSample FAILING = new LoadSample(Duration.ZERO, 0.125, 0);
    private static final LoadSample FULL = new LoadSample(Duration.ZERO, 0, 0.95);
    private static final LoadSample BETWEEN = new LoadSample(Duration.ofSeconds(2), 0.1, 0.8);
    private static final LoadSample CALM = new LoadSample(Duration.ofMillis(1_399), 0.069, 0.559);

    @Test
    void twoBreachesInARowLowerTheCapacityByAFifth() {
        assertThat(Pressure.none(10).after(SLOW, LIMITS)).isEqualTo(new Pressure(10, 10, 1, 0));
        assertThat(after(Pressure.none(10), SLOW, FAILING)).isEqualTo(new Pressure(10, 8, 0, 0));
        assertThat(after(Pressure.none(10), FULL, FULL, FULL, FULL).capacity()).isEqualTo(6);
    }

    @Test
    void aSingleBreachDoesNothing() {
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
    void calmSamplesRaiseTheCapacityByOneUpToTheCeiling() {
        Pressure pressure = new Pressure(10, 8, 0, 0);
        assertThat(calm(pressure, 5)).isEqualTo(new Pressure(10, 8, 0, 5));
        assertThat(calm(pressure, 6)).isEqualTo(new Pressure(10, 9, 0, 0));
        assertThat(calm(pressure, 12).capacity()).isEqualTo(10);
        assertThat(calm(pressure, 60).capacity()).isEqualTo(10);
    }

    @Test
    void aSampleBetweenInterruptsBothCounts() {
        Pressure pressure = calm(new Pressure(10, 8, 0, 0), 5).after(BETWEEN, LIMITS);
        assertThat(pressure).isEqualTo(new Pressure(10, 8, 0, 0));
        assertThat(calm(pressure, 5).capacity()).isEqualTo(8);
        assertThat(after(pressure, SLOW, BETWEEN, SLOW).capacity()).isEqualTo(8);
    }

    /// Calm is below half of every threshold here, and not at half of one.
    @Test
    void aSampleIsCalmOnlyIfAllOfItIsBelowTheRelief() {
        Thresholds half = new Thresholds(Duration.ofSeconds(2), 0.5, 0.8, 1, 1, 0.5, 1, 0.5);
        assertThat(level(half, 999, 0.24, 0.39)).isEqualTo(LoadVerdict.Level.CALM);
        assertThat(level(half, 1_000, 0, 0)).isEqualTo(LoadVerdict.Level.BETWEEN);
        assertThat(level(half, 0, 0.25, 0)).isEqualTo(LoadVerdict.Level.BETWEEN);
        assertThat(level(half, 0, 0, 0.4)).isEqualTo(LoadVerdict.Level.BETWEEN);
        assertThat(level(half, 2_000, 0.5, 0.8)).isEqualTo(LoadVerdict.Level.BETWEEN);
        assertThat(level(half, 2_001, 0, 0)).isEqualTo(LoadVerdict.Level.BREACH);
        assertThat(level(half, 0, 0.51, 0)).isEqualTo(LoadVerdict.Level.BREACH);
        assertThat(level(half, 0, 0, 0.81)).isEqualTo(LoadVerdict.Level.BREACH);
    }

    private static LoadVerdict.Level level(
            Thresholds limits, int millis, double errorRate, double saturation) {
        LoadSample sample = new LoadSample(Duration.ofMillis(millis), errorRate, saturation);
        return Pressure.none(10).reading(sample, limits).level();
    }

    @Test
    void explainsItsVerdict() {
        Pressure once = Pressure.none(10);
        Pressure twice = once.after(SLOW, LIMITS);
        assertThat(twice.reading(SLOW, LIMITS))
                .isEqualTo(
                        new LoadVerdict(LoadVerdict.Level.BREACH, "p99 2.4 s is above 2 s, twice"));
        LoadSample bad = new LoadSample(Duration.ofSeconds(3), 0.125, 1.5);
        assertThat(once.reading(bad, LIMITS).words())
                .isEqualTo(
                        "p99 3 s is above 2 s and error rate 12.5 % is above 10 %"
                                + " and saturation 150 % is above 80 %, once");
        assertThat(once.reading(BETWEEN, LIMITS))
                .isEqualTo(
                        new LoadVerdict(
                                LoadVerdict.Level.BETWEEN,
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
    void refusesInvalidValues() {
        assertThatThrownBy(() -> new Pressure(10, 0, 0, 0)).hasMessageContaining("found 0 of 10");
        assertThatThrownBy(() -> new Pressure(10, 11, 0, 0)).hasMessageContaining("11 of 10");
        assertThatThrownBy(() -> Pressure.none(10_001)).hasMessageContaining("up to 10000");
        assertThatThrownBy(() -> new Pressure(10, 9, 1, 1)).hasMessageContaining("found 1 and 1");
        assertThatThrownBy(() -> new LoadSample(Duration.ofNanos(-1), 0, 0))
                .hasMessageContaining("latency");
        assertThatThrownBy(() -> new LoadSample(Duration.ZERO, Double.NaN, 0))
                .hasMessageContaining("error rate from 0 to 1, found NaN");
        assertThatThrownBy(() -> new LoadSample(Duration.ZERO, 0, -0.1))
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

    private static Pressure after(Pressure pressure, LoadSample... samples) {
        Pressure next = pressure;
        for (LoadSample sample : samples) next = next.after(sample, LIMITS);
        return next;
    }
}
