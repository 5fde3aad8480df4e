package dev.pawl.classes.evaluation;

import static dev.pawl.classes.resource.Phase.AVAILABLE;
import static dev.pawl.classes.resource.Phase.DEGRADED;
import static dev.pawl.classes.resource.Phase.PROGRESSING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.ClassWorld;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.observation.PodState;
import dev.pawl.classes.resource.StatusCondition;
import dev.pawl.classes.resource.StatusCondition.Truth;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Each error with its reason and message, and the way back: CLS-15, CLS-33 to CLS-39.
class AnomalyTest {
    private static final ChildRef ORDERS = new ChildRef(ManagedKind.DEPLOYMENT, "orders");

    /// CLS-33, Integration – Conflict handling.
    @Test
    void aConflictDegradesAndRecovers() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1);
        world.applyErrors.put(
                ORDERS, ApplyError.conflict(ORDERS, "Manager kubectl owns .spec.replicas."));
        world.settle();

        assertDegraded(
                world,
                "Conflict",
                "Field manager ownership conflict applying Deployment/orders."
                        + " Manager kubectl owns .spec.replicas.");
        assertThat(ApplyError.conflict(ORDERS, "").message())
                .isEqualTo("Field manager ownership conflict applying Deployment/orders.");
        world.applyErrors.clear();
        world.after(Duration.ofSeconds(2));
        assertThat(world.phase()).isEqualTo(AVAILABLE);
    }

    @Test
    void failedAppliesBackOffUpToABound() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1);
        world.applyErrors.put(ORDERS, ApplyError.other(ORDERS, "forbidden"));
        world.settle();
        assertThat(world.runtime.status().message())
                .isEqualTo("Cannot apply Deployment/orders: forbidden.");
        Duration last = Duration.ZERO;
        for (int i = 0; i < 12; i++) {
            var failure = world.memory.applied().getFirst().failure();
            last = Duration.between(world.now, failure.retryAt());
            assertThat(last).isBetween(Duration.ofSeconds(2), Duration.ofMinutes(5));
            world.after(last);
        }
        assertThat(last).isEqualTo(Duration.ofMinutes(5));
    }

    /// CLS-34.
    @Test
    void anInvalidSpecDegradesWithItsPathAndAValidOneRecovers() {
        ClassWorld world = new ClassWorld("{\"functions\":[{\"function_key\":\"f0\"}]}");
        world.settle();

        assertDegraded(
                world,
                "ApplyInvalid",
                "Validation failed: spec.functions[0].provision_config.container_image:"
                        + " expected an image or a wasm_module_url, found neither.");
        assertThat(world.children).isEmpty();
        world.change(ClassWorld.spec("k8s_deployment", 1, "")).settle();
        assertThat(world.phase()).isEqualTo(AVAILABLE);
    }

    @Test
    void anObjectThatTheServerRefusesDegrades() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1);
        world.applyErrors.put(ORDERS, ApplyError.invalid("spec.replicas: must not be negative"));
        world.settle();

        assertDegraded(
                world, "ApplyInvalid", "Validation failed: spec.replicas: must not be negative.");
    }

    /// An unknown template is an error and no silent fallback.
    @Test
    void anUnknownTemplateIsRefused() {
        ClassWorld world = ClassWorld.of("k9s", 1).settle();

        assertDegraded(
                world,
                "ApplyInvalid",
                "Validation failed: spec.selected_template: expected a template of dev, edge,"
                        + " k8s_deployment, knative, found 'k9s'.");
    }

    /// CLS-35.
    @Test
    void aCrashLoopDegradesAtOnceAndRecoversAfterAWhile() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1);
        world.isReadyAtOnce = false;
        world.settle();
        world.pods.add(LifecycleTest.crashing("orders-abc", 4));
        world.settle();
        assertDegraded(world, "CrashLoop", "Pod orders-abc restart count=4.");

        world.pods.clear();
        world.after(Duration.ofSeconds(1));
        assertDegraded(world, "CrashLoop", "Pod orders-abc restart count=4.");
        world.after(Duration.ofSeconds(30));
        assertThat(world.phase()).isEqualTo(PROGRESSING);
    }

    @Test
    void aContainerThatRunsBetweenItsCrashesDoesNotFlap() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1);
        world.isReadyAtOnce = false;
        world.settle();
        world.path.clear();
        for (int i = 0; i < 10; i++) {
            world.pods.add(LifecycleTest.crashing("orders-abc", i));
            world.after(Duration.ofSeconds(10));
            world.pods.clear();
            world.after(Duration.ofSeconds(10));
        }
        assertThat(world.path).containsExactly(DEGRADED);
    }

    @Test
    void imagesThatCannotBePulledAndPodsThatCannotBeScheduledDegrade() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1).settle();
        world.pods.add(pod(PodState.Cause.IMAGE_PULL, "no such image"));
        world.settle();
        assertDegraded(world, "ImagePull", "Pod p cannot pull its image: no such image.");
        world.pods.set(0, pod(PodState.Cause.UNSCHEDULABLE, "0/3 nodes fit"));
        world.settle();
        assertDegraded(world, "Unschedulable", "Pod p cannot be scheduled: 0/3 nodes fit.");
    }

    /// CLS-36, Integration – Timeout path.
    @Test
    void aTimeoutDegradesPerGenerationAndReadinessRecovers() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1);
        world.isReadyAtOnce = false;
        world.settle();
        EvalResult waiting = world.step();
        assertThat(waiting.wakeAt()).isNotNull();
        world.after(Duration.ofMinutes(10).minusSeconds(1));
        assertThat(world.phase()).isEqualTo(PROGRESSING);
        world.after(Duration.ofSeconds(1));
        assertDegraded(world, "Timeout", "Readiness not achieved within 600s.");

        world.change(ClassWorld.spec("k8s_deployment", 1, "").replace("image:0", "image:1"));
        world.settle();
        assertThat(world.phase()).isEqualTo(PROGRESSING);
        world.after(Duration.ofMinutes(10));
        assertThat(world.degradedReason()).isEqualTo("Timeout");
        world.scale(ORDERS, 1, 1);
        world.settle();
        assertThat(world.phase()).isEqualTo(AVAILABLE);
    }

    /// CLS-37 and K2: one missing function among several is noticed and applied again.
    @Test
    void aMissingChildIsReportedAndAppliedAgain() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 3).settle();
        ChildRef missing = new ChildRef(ManagedKind.DEPLOYMENT, "orders-fn-1");
        world.now = world.now.plusSeconds(60);
        world.children.remove(missing);

        EvalResult result = world.step();

        assertThat(result.output().phase()).isEqualTo(DEGRADED);
        assertThat(result.message()).isEqualTo("Expected Deployment/orders-fn-1 not found.");
        assertThat(result.output().actions())
                .containsExactly(new Action.ApplyWorkload(List.of(missing)));
        assertThat(world.runtime.status().function("f1").readiness().ready()).isFalse();
        world.settle();
        assertThat(world.phase()).isEqualTo(AVAILABLE);
    }

    /// B9: soon after the apply, the cache may lag.
    @Test
    void aChildThatIsNotYetSeenIsNotMissing() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1).settle();
        world.children.clear();

        EvalResult result = world.step();

        assertThat(result.output().phase()).isEqualTo(PROGRESSING);
        assertThat(result.output().actions()).isEmpty();
        assertThat(result.wakeAt()).isNotNull();
    }

    /// CLS-38, Integration – Orphan cleanup; K22: a left-over Service is found, too.
    @Test
    void fewerFunctionsLeaveNoOrphan() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 3).settle();
        world.change(ClassWorld.spec("k8s_deployment", 2, "")).settle();

        assertThat(world.children).hasSize(4);
        assertThat(world.path).doesNotContain(DEGRADED);
        assertThat(world.phase()).isEqualTo(AVAILABLE);
        assertThat(world.runtime.status().functions()).hasSize(2);
    }

    @Test
    void anOrphanThatStaysDegrades() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1).settle();
        ChildRef orphan = new ChildRef(ManagedKind.SERVICE, "old");
        world.children.put(orphan, world.child(orphan, world.runtime.uid(), "", List.of("hold")));
        EvalInput input = world.input();
        EvalResult first = StateEvaluator.evaluate(input);
        assertThat(first.output().phase()).isEqualTo(AVAILABLE);
        assertThat(first.output().actions()).hasSize(1);

        EvalResult later =
                StateEvaluator.evaluate(
                        new EvalInput(
                                input.runtime(),
                                input.observed(),
                                first.memory(),
                                input.desired(),
                                input.config(),
                                input.now().plusSeconds(10)));

        assertThat(later.path()).containsExactly(PROGRESSING, DEGRADED);
        assertThat(later.message()).isEqualTo("Found unmanaged Service/old; cleanup scheduled.");
    }

    /// B10: what another owner has is neither pruned nor overwritten.
    @Test
    void foreignObjectsAreNeverPrunedNorOverwritten() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1).settle();
        ChildRef theirs = new ChildRef(ManagedKind.SERVICE, "theirs");
        world.children.put(theirs, world.child(theirs, null, "", List.of()));
        world.settle().after(Duration.ofHours(1));
        assertThat(world.children).containsKey(theirs);
        assertThat(world.phase()).isEqualTo(AVAILABLE);

        world.children.put(ORDERS, world.child(ORDERS, "another", "", List.of()));
        world.performed.clear();
        world.settle();
        assertThat(world.performed).isEmpty();
        assertDegraded(
                world,
                "Conflict",
                "Field manager ownership conflict applying Deployment/orders. It does not"
                        + " belong to this class.");
    }

    /// K7: a class named like a data grid keeps its children.
    @Test
    void aClassNamedLikeADataGridHasNoOrphans() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1);
        world.runtime = ClassWorld.read("orders-odgm", 1, ClassWorld.spec("k8s_deployment", 1, ""));
        world.settle();
        ChildRef old = new ChildRef(ManagedKind.DEPLOYMENT, "x-odgm");
        world.children.put(old, world.child(old, world.runtime.uid(), "", List.of()));
        world.settle();

        assertThat(world.children).doesNotContainKey(old);
        assertThat(world.children).containsKey(new ChildRef(ManagedKind.DEPLOYMENT, "orders-odgm"));
    }

    @Test
    void aChangeOfTemplateReplacesTheChildren() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1).settle();
        world.change(ClassWorld.spec("knative", 1, "")).settle();

        assertThat(world.children)
                .containsOnlyKeys(new ChildRef(ManagedKind.KNATIVE_SERVICE, "orders"));
        assertThat(world.runtime.status().workload().template()).isEqualTo("knative");
        assertThat(world.phase()).isEqualTo(AVAILABLE);
    }

    /// K6: the data grid counts with Knative, and WASM functions are ready with it.
    @Test
    void theDataGridCountsForItsFunctions() {
        ClassWorld world =
                new ClassWorld(
                        """
                        {"selected_template":"knative","functions":[{"function_key":"w",
                        "provision_config":{"wasm_module_url":"oci://m"}}]}\
                        """);
        world.isReadyAtOnce = false;
        world.settle();
        assertThat(world.phase()).isEqualTo(PROGRESSING);
        assertThat(world.runtime.status().function("w").readiness().ready()).isFalse();
        world.scale(new ChildRef(ManagedKind.ODGM_DEPLOYMENT, "orders-odgm"), 1, 1);
        world.settle();
        assertThat(world.phase()).isEqualTo(AVAILABLE);
        assertThat(world.runtime.status().function("w").readiness().ready()).isTrue();
    }

    private static PodState pod(PodState.Cause cause, String message) {
        return new PodState("p", "orders", 0, new PodState.Problem(cause, message));
    }

    private static void assertDegraded(ClassWorld world, String reason, String message) {
        assertThat(world.phase()).isEqualTo(DEGRADED);
        StatusCondition condition = world.condition(StatusCondition.DEGRADED);
        assertThat(condition.status()).isEqualTo(Truth.TRUE);
        assertThat(condition.reason()).isEqualTo(reason);
        assertThat(condition.message()).isEqualTo(message);
        assertThat(world.runtime.status().message()).isEqualTo(message);
    }
}
