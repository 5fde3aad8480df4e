package dev.pawl.classes.enforcement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.ClassWorld;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.observation.Observed;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.template.DesiredState;
import dev.pawl.classes.template.ScalePatches;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The gates of the four dimensions (CLS-41, CLS-53), the errors (CLS-52) and the target (CLS-47).
class GatesTest {
    private static final EnforcementConfig CONFIG = EnforcementConfig.DEFAULT;
    private static final Observed.Signals GOOD = new Observed.Signals(0.1, true, true);

    @ParameterizedTest
    @EnumSource(Dimension.class)
    void everyDimensionNeedsAnAvailableClass(Dimension dimension) {
        for (Phase phase : Phase.values()) {
            String shut = Gates.shut(dimension, situation(phase, GOOD, 1), CONFIG);
            if (phase == Phase.AVAILABLE) assertThat(shut).isNull();
            else assertThat(shut).isEqualTo("the class is " + phase);
        }
    }

    @Test
    void aClassThatOnlyEnforcementDegradesMayTryAgain() {
        Gates.Situation situation = new Gates.Situation(Phase.DEGRADED, true, GOOD, null);
        assertThat(Gates.shut(Dimension.REPLICAS, situation, CONFIG)).isNull();
    }

    @Test
    void eachDimensionHasItsOwnCondition() {
        Observed.Signals unknown = Observed.Signals.UNKNOWN;
        assertThat(shut(Dimension.REPLICAS, unknown, 0)).isNull();
        assertThat(shut(Dimension.MEMORY, unknown, 0.4))
                .isEqualTo("the confidence is 0.40, at least 0.50");
        assertThat(shut(Dimension.MEMORY, unknown, 0.5)).isNull();
        assertThat(shut(Dimension.CPU, unknown, 1)).isEqualTo("the system load is unknown");
        assertThat(shut(Dimension.CPU, new Observed.Signals(0.9, null, null), 1))
                .isEqualTo("the system load is 0.90, at most 0.80");
        assertThat(shut(Dimension.ODGM_REPLICAS, unknown, 1))
                .isEqualTo("the partitions are not known to be healthy");
        assertThat(shut(Dimension.ODGM_REPLICAS, new Observed.Signals(null, true, false), 1))
                .isEqualTo("the leader is not known to be stable");
        assertThat(shut(Dimension.ODGM_REPLICAS, GOOD, 1)).isNull();
    }

    @Test
    void errorsHaveTheirMessages() {
        assertThat(EnforcementError.conflict())
                .isEqualTo(
                        new EnforcementError(
                                "EnforceConflict",
                                "Field manager ownership conflict applying enforcement."));
        assertThat(EnforcementError.invalid("-1"))
                .isEqualTo(new EnforcementError("EnforceInvalid", "Invalid enforcement value -1."));
        assertThat(EnforcementError.fallbackFailed())
                .isEqualTo(new EnforcementError("EnforceFallbackFailed", "Fallback path failed."));
        assertThat(EnforcementError.other("x").reason()).isEqualTo("EnforceFailed");
    }

    /// CLS-47: the autoscaler first, then the Knative Service or the Deployment.
    @Test
    void theAutoscalerIsPreferredWhereThereIsOne() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1).settle();
        DesiredState.Function function = world.desired().functions().getFirst();
        ChildRef workload = new ChildRef(ManagedKind.DEPLOYMENT, "orders");
        ChildRef autoscaler = new ChildRef(ManagedKind.HPA, "orders");
        assertThat(ScaleTarget.ofReplicas(function, world.input().observed(), true).attempts())
                .containsExactly(workload);
        world.children.put(autoscaler, world.child(autoscaler, "x", "", List.of()));
        assertThat(ScaleTarget.ofReplicas(function, world.input().observed(), true).attempts())
                .containsExactly(autoscaler, workload);
        assertThat(ScaleTarget.ofReplicas(function, world.input().observed(), false).first())
                .isEqualTo(workload);
    }

    /// K9 and B15: a patch is a whole object with the fields of the enforcer alone.
    @Test
    void patchesNameTheirObjectAndNothingElse() {
        ChildRef knative = new ChildRef(ManagedKind.KNATIVE_SERVICE, "orders");
        assertThat(ScalePatches.replicas("shop", knative, 3).json())
                .isEqualTo(
                        "{\"apiVersion\":\"serving.knative.dev/v1\",\"kind\":\"Service\","
                                + "\"metadata\":{\"name\":\"orders\",\"namespace\":\"shop\"},"
                                + "\"spec\":{\"template\":{\"metadata\":{\"annotations\":"
                                + "{\"autoscaling.knative.dev/minScale\":\"3\"}}}}}");
        ChildRef hpa = new ChildRef(ManagedKind.HPA, "orders");
        assertThat(ScalePatches.replicas("shop", hpa, 3).at("/spec").toString())
                .isEqualTo("{\"minReplicas\":3}");
        ChildRef deployment = new ChildRef(ManagedKind.DEPLOYMENT, "orders");
        assertThat(ScalePatches.replicas("shop", deployment, 3).at("/spec").toString())
                .isEqualTo("{\"replicas\":3}");
        assertThat(ScalePatches.resources("shop", deployment, "cpu", "500m").at("/spec").toString())
                .contains("\"name\":\"function\"", "\"limits\":{\"cpu\":\"500m\"}");
        assertThat(ScalePatches.MANAGER).isEqualTo("oprc-crm-enforcer");
    }

    private static String shut(Dimension dimension, Observed.Signals signals, double confidence) {
        return Gates.shut(dimension, situation(Phase.AVAILABLE, signals, confidence), CONFIG);
    }

    private static Gates.Situation situation(
            Phase phase, Observed.Signals signals, double confidence) {
        Recommendation recommendation =
                new Recommendation("f", Dimension.MEMORY, 1, confidence, ClassWorld.START, 1);
        return new Gates.Situation(phase, false, signals, recommendation);
    }
}
