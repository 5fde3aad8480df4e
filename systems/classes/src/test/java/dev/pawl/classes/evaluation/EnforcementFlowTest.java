package dev.pawl.classes.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.ClassWorld;
import dev.pawl.classes.enforcement.EnforcementError;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.StatusCondition;
import dev.pawl.classes.resource.StatusCondition.Truth;
import dev.pawl.classes.status.StatusReducer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Enforcement inside the evaluation: CLS-41, CLS-43, CLS-44, CLS-48, CLS-49, CLS-51, CLS-56.
class EnforcementFlowTest {
    private static final String ENFORCE =
            ",\"enforcement\":{\"mode\":\"enforce\",\"dimensions\":[\"replicas\"]}";
    private static final ChildRef ORDERS = new ChildRef(ManagedKind.DEPLOYMENT, "orders");

    @Test
    void aStableRecommendationIsAppliedOnceAndAudited() {
        ClassWorld world = enforcing(1).settle();
        recommend(world, "f0", 2);
        world.settle();
        assertThat(truth(world)).isEqualTo(Truth.FALSE);
        assertThat(world.condition(StatusCondition.NFR_OBSERVED).status()).isEqualTo(Truth.TRUE);

        world.after(Duration.ofSeconds(60));

        assertThat(world.children.get(ORDERS).rollout().desired()).isEqualTo(2);
        assertThat(world.runtime.status().nfr().applied()).hasSize(1);
        assertThat(truth(world)).isEqualTo(Truth.TRUE);
        // K11 and B14: the cooldown passes, the recommendation stays, and nothing is applied again.
        for (int i = 0; i < 10; i++) {
            world.now = world.now.plusSeconds(60);
            recommend(world, "f0", 2);
            world.settle();
        }
        assertThat(world.runtime.status().nfr().applied()).hasSize(1);
        assertThat(world.events).containsExactly("NFRSkippedStability", "NFRApplied");
    }

    /// K8: the function's own workload is scaled, not the class.
    @Test
    void eachFunctionIsScaledByItself() {
        ClassWorld world = enforcing(2).settle();
        recommend(world, "f1", 2);
        world.settle().after(Duration.ofSeconds(60));

        assertThat(scale(world, "orders-fn-0")).isEqualTo(1);
        assertThat(scale(world, "orders-fn-1")).isEqualTo(2);
    }

    /// K10, B5 and B6: a failure degrades at once, starts no cooldown, is retried and recovers.
    @Test
    void aFailureDegradesKeepsTheRecommendationAndIsRetried() {
        ClassWorld world = enforcing(1).settle();
        world.enforcementError = EnforcementError.conflict();
        recommend(world, "f0", 2);
        world.settle().after(Duration.ofSeconds(60));

        assertThat(world.phase()).isEqualTo(Phase.DEGRADED);
        assertThat(world.degradedReason()).isEqualTo("EnforceConflict");
        assertThat(world.runtime.status().message())
                .isEqualTo("Field manager ownership conflict applying enforcement.");
        assertThat(world.runtime.status().nfr().recommendations())
                .containsEntry(Dimension.REPLICAS, 2.0);
        assertThat(truth(world)).isEqualTo(Truth.FALSE);
        assertThat(world.events).endsWith("NFRApplyFailed");
        world.enforcementError = null;
        world.after(Duration.ofSeconds(5));

        assertThat(scale(world, "orders")).isEqualTo(2);
        assertThat(world.phase()).isEqualTo(Phase.AVAILABLE);
        assertThat(truth(world)).isEqualTo(Truth.TRUE);
    }

    /// B8: a mode that is gone ends the failure, too.
    @Test
    void leavingTheModeEndsAFailure() {
        ClassWorld world = enforcing(1).settle();
        world.enforcementError = EnforcementError.other("the API server is overloaded");
        recommend(world, "f0", 2);
        world.settle().after(Duration.ofSeconds(60));
        assertThat(world.degradedReason()).isEqualTo("EnforceFailed");

        world.change(ClassWorld.spec("k8s_deployment", 1, "")).settle();

        assertThat(world.phase()).isEqualTo(Phase.AVAILABLE);
    }

    /// CLS-41: nothing is enforced while a class progresses or is degraded for another reason.
    @Test
    void onlyAnAvailableClassIsEnforced() {
        ClassWorld world = enforcing(1).settle();
        recommend(world, "f0", 2);
        world.settle();
        world.scale(ORDERS, 1, 0);
        world.after(Duration.ofSeconds(60));
        assertThat(world.phase()).isEqualTo(Phase.PROGRESSING);
        assertThat(scale(world, "orders")).isEqualTo(1);
        assertThat(world.condition(StatusCondition.NFR_ENFORCED).message())
                .isEqualTo("replicas of f0 waits: the class is progressing.");
        world.pods.add(LifecycleTest.crashing("p", 1));
        world.after(Duration.ofSeconds(60));
        assertThat(world.phase()).isEqualTo(Phase.DEGRADED);
        assertThat(scale(world, "orders")).isEqualTo(1);
    }

    /// The autoscaler of another party is reported and not fought.
    @Test
    void aForeignAutoscalerIsReported() {
        ClassWorld world = enforcing(1).settle();
        world.autoscalers.put("orders", "team-hpa");
        recommend(world, "f0", 2);
        world.settle().after(Duration.ofMinutes(2));

        assertThat(scale(world, "orders")).isEqualTo(1);
        StatusCondition condition = world.condition(StatusCondition.NFR_ENFORCED);
        assertThat(condition.reason()).isEqualTo("ExternalAutoscaler");
        assertThat(condition.message())
                .isEqualTo("HorizontalPodAutoscaler/team-hpa scales Deployment/orders.");
    }

    @Test
    void theStateOfAFunctionThatIsGoneIsDropped() {
        ClassWorld world = enforcing(2).settle();
        recommend(world, "f1", 2);
        world.settle();
        assertThat(world.memory.enforcement()).hasSize(1);

        world.change(ClassWorld.spec("k8s_deployment", 1, ENFORCE)).settle();

        assertThat(world.memory.enforcement()).isEmpty();
    }

    private static ClassWorld enforcing(int functions) {
        return new ClassWorld(ClassWorld.spec("k8s_deployment", functions, ENFORCE));
    }

    private static void recommend(ClassWorld world, String function, double value) {
        Recommendation recommendation =
                new Recommendation(
                        function,
                        Dimension.REPLICAS,
                        value,
                        1,
                        world.now,
                        world.runtime.generation());
        world.runtime =
                world.runtime.with(
                        StatusReducer.recommend(
                                world.runtime.status(),
                                List.of(recommendation),
                                Duration.ofMinutes(2),
                                world.now));
    }

    private static int scale(ClassWorld world, String name) {
        ChildRef ref = new ChildRef(ManagedKind.DEPLOYMENT, name);
        return world.children.get(ref).rollout().desired();
    }

    private static Truth truth(ClassWorld world) {
        return world.condition(StatusCondition.NFR_ENFORCED).status();
    }
}
