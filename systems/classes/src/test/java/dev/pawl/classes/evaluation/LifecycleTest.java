package dev.pawl.classes.evaluation;

import static dev.pawl.classes.resource.Phase.APPLYING;
import static dev.pawl.classes.resource.Phase.AVAILABLE;
import static dev.pawl.classes.resource.Phase.DEGRADED;
import static dev.pawl.classes.resource.Phase.DELETING;
import static dev.pawl.classes.resource.Phase.PENDING;
import static dev.pawl.classes.resource.Phase.PROGRESSING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.ClassWorld;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ChildState;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.observation.PodState;
import dev.pawl.classes.resource.ClassRuntimeStatus;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.StatusCondition;
import dev.pawl.classes.resource.StatusCondition.Truth;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Unit – Evaluator: from the first sight to the end (CLS-12 to CLS-19, CLS-29 to CLS-32).
class LifecycleTest {
    private static final ChildRef FIRST = new ChildRef(ManagedKind.DEPLOYMENT, "orders-fn-0");
    private static final ChildRef SECOND = new ChildRef(ManagedKind.DEPLOYMENT, "orders-fn-1");

    @Test
    void risesFromPendingToAvailable() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 2);
        world.isReadyAtOnce = false;

        EvalResult first = world.step();
        assertThat(first.output().phase()).isEqualTo(PENDING);
        assertThat(first.output().actions()).containsExactly(new Action.EnsureFinalizer());
        EvalResult second = world.step();
        assertThat(second.output().phase()).isEqualTo(APPLYING);
        assertThat(second.output().actions())
                .singleElement()
                .isInstanceOfSatisfying(
                        Action.ApplyWorkload.class,
                        apply -> assertThat(apply.children()).hasSize(4).contains(FIRST, SECOND));
        world.settle();
        assertThat(world.phase()).isEqualTo(PROGRESSING);
        world.scale(FIRST, 1, 1);
        world.settle();
        assertThat(world.phase()).isEqualTo(PROGRESSING);
        assertThat(world.runtime.status().message())
                .isEqualTo("Deployment/orders-fn-1: 0 of 1 replicas are available");
        assertThat(world.runtime.status().function("f0").readiness().ready()).isTrue();
        assertThat(world.runtime.status().function("f1").readiness().reason())
                .isEqualTo("ReplicasUnavailable");
        world.scale(SECOND, 1, 1);
        world.settle();

        assertThat(world.path).containsExactly(APPLYING, PROGRESSING, AVAILABLE);
    }

    /// B1: a new generation leads from available to progressing, and is applied there.
    @Test
    void aNewGenerationIsAppliedInProgressing() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1).settle();
        world.path.clear();
        world.isReadyAtOnce = false;
        world.change(ClassWorld.spec("k8s_deployment", 1, "").replace("image:0", "image:9"));

        EvalResult result = world.step();

        assertThat(result.path()).containsExactly(PROGRESSING);
        assertThat(result.output().actions())
                .containsExactly(
                        new Action.ApplyWorkload(
                                List.of(new ChildRef(ManagedKind.DEPLOYMENT, "orders"))));
    }

    @Test
    void aNewGenerationThatRendersTheSameAppliesNothing() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1).settle();
        world.change(ClassWorld.spec("k8s_deployment", 1, ",\"enforcement\":{\"mode\":\"off\"}"));

        EvalResult result = world.step();

        assertThat(result.output().actions()).isEmpty();
        assertThat(result.path()).containsExactly(PROGRESSING, AVAILABLE);
        assertThat(world.runtime.status().observedGeneration()).isEqualTo(2);
    }

    /// B2: a degraded class that is ready becomes progressing, and is evaluated again at once.
    @Test
    void recoveryLeadsThroughProgressing() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 2).settle();
        world.pods.add(crashing("pod-1", 3));
        world.settle();
        world.pods.clear();
        world.path.clear();

        EvalResult result = world.step();

        assertThat(result.output().phase()).isEqualTo(PROGRESSING);
        assertThat(result.output().requeueAfter()).isEqualTo(Duration.ZERO);
        assertThat(result.wakeAt()).isEqualTo(world.now);
        world.settle();
        assertThat(world.path).containsExactly(PROGRESSING, AVAILABLE);
    }

    /// B3: two recorded transitions, one status write.
    @Test
    void anAvailableClassDegradesThroughProgressing() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 2).settle();
        world.scale(FIRST, 1, 0);
        world.pods.add(crashing("pod-1", 3));
        int writes = world.statusWrites;

        EvalResult result = world.step();

        assertThat(result.path()).containsExactly(PROGRESSING, DEGRADED);
        assertThat(world.statusWrites).isEqualTo(writes + 1);
    }

    /// K1: an available class notices that a workload breaks.
    @Test
    void anAvailableClassThatLosesReadinessProgresses() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 2).settle();
        world.scale(SECOND, 3, 2);

        assertThat(world.step().path()).containsExactly(PROGRESSING);
        assertThat(world.condition(StatusCondition.AVAILABLE).status()).isEqualTo(Truth.FALSE);
    }

    /// K3: children that vanish while a class progresses are applied again.
    @Test
    void childrenThatVanishWhileProgressingAreAppliedAgain() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 2);
        world.isReadyAtOnce = false;
        world.settle();
        world.children.clear();
        world.isReadyAtOnce = true;

        world.after(Duration.ofSeconds(11));

        assertThat(world.children).hasSize(4);
        world.settle();
        assertThat(world.phase()).isEqualTo(AVAILABLE);
    }

    /// K21: what cannot be listed is not absent.
    @Test
    void aLostSourceHoldsEverything() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 2).settle();
        List<ChildState> before = List.copyOf(world.children.values());
        world.children.clear();
        world.lost.add(ManagedKind.DEPLOYMENT);
        world.now = world.now.plusSeconds(3600);

        EvalResult result = world.step();

        assertThat(result.output().phase()).isEqualTo(AVAILABLE);
        assertThat(result.output().actions()).isEmpty();
        assertThat(result.message())
                .isEqualTo("Cannot list Deployment; the last known state is kept.");
        assertThat(world.runtime.status().functions()).hasSize(2);
        assertThat(result.wakeAt()).isAfter(world.now);
        world.lost.clear();
        before.forEach(child -> world.children.put(child.ref(), child));
        world.settle();
        assertThat(world.phase()).isEqualTo(AVAILABLE);
        assertThat(world.runtime.status().message()).isEqualTo("All functions are ready.");
    }

    /// K21: the finalizer stays while a source is lost.
    @Test
    void aDeletionWithALostSourceKeepsTheFinalizer() {
        ClassWorld world = ClassWorld.of("knative", 1).settle().delete();
        world.children.clear();
        world.lost.addAll(Set.of(ManagedKind.KNATIVE_SERVICE));

        assertThat(world.step().output().actions()).isEmpty();
        assertThat(world.runtime.hasFinalizer()).isTrue();
        world.lost.clear();
        assertThat(world.step().output().actions()).containsExactly(new Action.RemoveFinalizer());
    }

    /// Integration – Knative delete: all of them go, by label, and then the finalizer.
    @Test
    void deletionRemovesAllChildrenAndThenTheFinalizer() {
        ClassWorld world = ClassWorld.of("knative", 3).settle();
        assertThat(world.children).hasSize(3);
        world.delete();

        EvalResult first = world.step();
        assertThat(first.path()).containsExactly(DELETING);
        assertThat(first.output().requeueAfter()).isNull();
        assertThat(first.wakeAt()).isEqualTo(world.now.plusSeconds(2));
        assertThat(world.children).isEmpty();
        assertThat(world.runtime.hasFinalizer()).isTrue();
        world.step();
        assertThat(world.runtime.hasFinalizer()).isFalse();
        assertThat(world.step().wakeAt()).isNull();
    }

    /// B10: the label finds, the uid of the owner confirms.
    @Test
    void deletionLeavesForeignObjectsAndNamesThem() {
        ClassWorld world = ClassWorld.of("knative", 1).settle().delete();
        ChildRef foreign = new ChildRef(ManagedKind.DEPLOYMENT, "theirs");
        world.children.put(foreign, world.child(foreign, "another", "", List.of()));

        world.step();
        EvalResult result = world.step();

        assertThat(result.message())
                .isEqualTo(
                        "All children are deleted. Left alone, because it has another owner:"
                                + " Deployment/theirs.");
        assertThat(world.children).containsOnlyKeys(foreign);
        assertThat(world.runtime.hasFinalizer()).isFalse();
    }

    @Test
    void aStuckDeletionNamesWhatBlocksIt() {
        ClassWorld world = ClassWorld.of("knative", 1).settle().delete();
        ChildRef ref = new ChildRef(ManagedKind.KNATIVE_SERVICE, "orders");
        ChildState going =
                new ChildState(
                        ref,
                        "u",
                        world.runtime.uid(),
                        "",
                        true,
                        ChildState.Rollout.NONE,
                        null,
                        List.of("example.com/hold"));
        world.children.put(ref, going);
        world.step();
        world.now = world.now.plus(Duration.ofMinutes(6));

        assertThat(world.step().message())
                .isEqualTo(
                        "Deletion is stuck on KnativeService/orders. It waits for"
                                + " example.com/hold.");
    }

    @Test
    void requeuesOnlyWhileProgressingOrDegradedWithABoundedBackOff() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1);
        assertThat(world.step().output().requeueAfter()).isNull();
        assertThat(world.step().output().requeueAfter()).isNull();
        world.isReadyAtOnce = false;
        world.children.clear();
        world.memory = ClassMemory.INITIAL;
        world.settle();
        Duration before = Duration.ZERO;
        for (int i = 0; i < 6; i++) {
            Duration requeue = world.step().output().requeueAfter();
            assertThat(requeue).isGreaterThanOrEqualTo(before.minusSeconds(60));
            assertThat(requeue).isLessThanOrEqualTo(Duration.ofMinutes(2));
            before = requeue;
            world.now = world.now.plus(requeue);
        }
        world.scale(new ChildRef(ManagedKind.DEPLOYMENT, "orders"), 1, 1);
        world.settle();
        assertThat(world.phase()).isEqualTo(AVAILABLE);
        assertThat(world.step().output().requeueAfter()).isNull();
    }

    @Test
    void metricsTargetsAreEnsuredOnce() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1);
        world.config =
                new EvaluationConfig(
                        world.config.timeouts(),
                        world.config.requeue(),
                        world.config.applyRetries(),
                        true,
                        false,
                        world.config.enforcement());
        world.settle().settle();

        assertThat(world.performed)
                .filteredOn(Action.EnsureMetricsTargets.class::isInstance)
                .hasSize(1);
    }

    @Test
    void aPhaseThatWasForgedStartsAgain() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1).settle();
        var status = world.runtime.status();
        world.runtime =
                world.runtime.with(
                        new ClassRuntimeStatus(
                                Phase.DELETING,
                                "",
                                1,
                                null,
                                status.conditions(),
                                status.functions(),
                                status.workload(),
                                status.nfr()));

        world.settle();

        assertThat(world.phase()).isEqualTo(AVAILABLE);
    }

    static PodState crashing(String name, int restarts) {
        return new PodState(
                name,
                "orders-fn-0",
                restarts,
                new PodState.Problem(PodState.Cause.CRASH_LOOP, "back-off"));
    }
}
