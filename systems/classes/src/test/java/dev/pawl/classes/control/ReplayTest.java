package dev.pawl.classes.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.simulated.Breakage;
import dev.pawl.classes.evaluation.EvaluationConfig;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.template.ClusterProfile;
import dev.pawl.classes.template.RenderSettings;
import dev.pawl.classes.template.Templates;
import dev.pawl.controller.DecisionRow;
import dev.pawl.controller.ObjectKey;
import dev.pawl.controller.Replay;
import dev.pawl.engine.Engine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The recorded decisions of a class, evaluated again: with the same settings nothing differs, with
/// others it shows what would. Hot loops and flapping have a visible reason.
@Timeout(120)
final class ReplayTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static ClassEvaluator evaluator(EvaluationConfig config) {
        return new ClassEvaluator(
                new ClassRendering(
                        Templates.standard(), ClusterProfile.full(), RenderSettings.DEFAULT),
                config);
    }

    private static List<DecisionRow> decisions(SimClasses sim, ObjectKey key) {
        List<DecisionRow> rows = new ArrayList<>();
        sim.sim()
                .perform(
                        (Engine _) -> rows.addAll(sim.classes().controller().log().decisions(key)));
        return rows;
    }

    @Test
    void theSameEvaluatorDecidesTheSame() {
        try (var sim = SimClasses.of(91)) {
            ObjectKey key = sim.apply("greeter", "hello", "bye");
            sim.until("greeter", Phase.AVAILABLE, MINUTE);
            List<DecisionRow> rows = decisions(sim, key);
            assertThat(rows)
                    .hasSizeGreaterThan(2)
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(each.inputHash()).hasSize(16));
            Replay same = Replay.of(rows, ClassControl.TYPES, evaluator(EvaluationConfig.DEFAULT));
            assertThat(same.differences()).isEmpty();
            assertThat(same.evaluated()).isEqualTo(rows.size());
        }
    }

    @Test
    void otherSettingsShowWhatWouldBeDecidedDifferently() {
        try (var sim = SimClasses.of(92)) {
            ObjectKey key = sim.apply("greeter", "hello");
            sim.until("greeter", Phase.AVAILABLE, MINUTE);
            EvaluationConfig config = EvaluationConfig.DEFAULT;
            var announcing =
                    new EvaluationConfig(
                            config.timeouts(),
                            config.requeue(),
                            config.applyRetries(),
                            true,
                            false,
                            config.enforcement());
            Replay other =
                    Replay.of(decisions(sim, key), ClassControl.TYPES, evaluator(announcing));
            assertThat(other.differences())
                    .isNotEmpty()
                    .anySatisfy(each ->
                            assertThat(each.differences().toString())
                                    .contains("EnsureMetricsTargets"));
        }
    }

    /// A workload that breaks and heals again and again is reported as flapping, once.
    @Test
    void flappingIsAVisibleReason() {
        try (var sim = SimClasses.of(93)) {
            sim.apply("greeter", "hello");
            sim.until("greeter", Phase.AVAILABLE, MINUTE);
            var workload = SimClasses.ref(ResourceKind.DEPLOYMENT, "greeter");
            for (int i = 0; i < 6; i++) {
                sim.kubectl(() -> sim.cluster().inject(workload, Breakage.CRASH_LOOP));
                sim.until("greeter", Phase.DEGRADED, Duration.ofMinutes(10));
                sim.kubectl(() -> sim.cluster().heal(workload));
                sim.until("greeter", Phase.AVAILABLE, Duration.ofMinutes(10));
            }
            assertThat(sim.why("greeter")).contains("flaps between");
        }
    }
}
