package dev.pawl.classes.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.pawl.classes.analysis.FunctionMetrics;
import dev.pawl.classes.analysis.MetricSeries;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ManagedKind;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// What every metric source does: CRM-16.
abstract class MetricSourceContract {
    static final Instant NOW = Instant.parse("2030-01-01T00:10:00Z");
    static final Duration STEP = Duration.ofSeconds(30);

    /// Returns the source to check.
    abstract MetricSource source();

    /// Lets the system measure 0.5 cores and 64 MiB for the workload `busy`.
    abstract void measured();

    /// Starts an outage of the metrics system.
    abstract void fail();

    static MetricQuery query(String workload, ManagedKind kind, Instant now) {
        return new MetricQuery(
                "default",
                new ChildRef(kind, workload),
                now.minus(Duration.ofMinutes(5)),
                now,
                STEP);
    }

    @Test
    void measuresCpuInCoresAndMemoryInBytes() {
        measured();
        FunctionMetrics metrics = source().measure(query("busy", ManagedKind.DEPLOYMENT, NOW));
        assertThat(metrics.cpu().samples())
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.value()).isEqualTo(0.5));
        assertThat(metrics.memory().samples())
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.value()).isEqualTo(0x1p26));
        assertThat(metrics.cpu().newest()).isBetween(NOW.minus(STEP), NOW);
    }

    @Test
    void knowsNothingAboutAWorkloadThatWasNeverMeasured() {
        measured();
        FunctionMetrics metrics = source().measure(query("idle", ManagedKind.DEPLOYMENT, NOW));
        assertThat(metrics.cpu()).isEqualTo(MetricSeries.NONE);
        assertThat(metrics.memory()).isEqualTo(MetricSeries.NONE);
    }

    @Test
    void throwsInsteadOfAnsweringWithZeros() {
        measured();
        fail();
        assertThatExceptionOfType(MetricException.class)
                .isThrownBy(() -> source().measure(query("busy", ManagedKind.DEPLOYMENT, NOW)))
                .withMessageMatching("(?s).+");
    }
}
