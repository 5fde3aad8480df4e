package dev.pawl.classes.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.classes.analysis.FunctionMetrics;
import dev.pawl.classes.cluster.simulated.SimulatedCluster;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.observation.Observed;
import dev.pawl.testkit.SimHost;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/// The metrics of a load, and several sources as one.
final class SimulatedMetricsTest extends MetricSourceContract {
    private final SimHost host = new SimHost(1);
    private final SimulatedCluster cluster =
            SimulatedCluster.start(host, SimulatedCluster.Settings.seed(1));
    private final SimulatedMetrics source = new SimulatedMetrics(cluster.client(host, "metrics"));

    @Override
    MetricSource source() {
        return source;
    }

    @Override
    void measured() {
        source.load("default", "busy", new SimulatedMetrics.Load(100, 0.005, 1, 0x1p26));
    }

    @Override
    void fail() {
        source.down(true);
    }

    @Test
    void aPodThatIsHalfBusyAnswersHalfAsFast() {
        measured();
        FunctionMetrics metrics = source.measure(query("busy", ManagedKind.DEPLOYMENT, NOW));
        assertThat(metrics.latency().mean(3, STEP, NOW)).isEqualTo(OptionalDouble.of(40));
        assertThat(metrics.requests().mean(3, STEP, NOW)).isEqualTo(OptionalDouble.of(100));
    }

    /// K19: what one source lacks another may have.
    @Test
    void severalSourcesCompleteEachOther() {
        measured();
        SimulatedMetrics broken = new SimulatedMetrics(cluster.client(host, "metrics"));
        broken.down(true);
        SimulatedMetrics partial = new SimulatedMetrics(cluster.client(host, "metrics"));
        partial.signals(new Observed.Signals(null, false, null));
        var all = new FallbackSource(List.of(broken, partial, source));
        MetricQuery query = query("busy", ManagedKind.DEPLOYMENT, NOW);
        assertThat(all.measure(query)).isEqualTo(source.measure(query));
        assertThat(all.signals(query)).isEqualTo(new Observed.Signals(0.5, false, true));
        var none = new FallbackSource(List.of(broken));
        assertThatThrownBy(() -> none.measure(query)).hasMessage("the metrics system is down");
    }
}
