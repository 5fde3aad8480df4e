package dev.pawl.classes.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.cluster.Preconditions;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.simulated.Breakage;
import dev.pawl.classes.measurement.SimulatedMetrics;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.StatusCondition;
import dev.pawl.controller.ObjectKey;
import dev.pawl.engine.Engine;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Classes in a simulated cluster: they rise, break, heal and are deleted. The goals (CLS-1) from
/// end to end, and the way of each change from an informer to the status (CLS-6, CLS-7).
@Timeout(120)
final class ClassesTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void aClassRisesToAvailable() {
        try (var sim = SimClasses.of(1)) {
            sim.apply("greeter", "hello", "bye");
            sim.until("greeter", Phase.AVAILABLE, MINUTE);
            ClassRuntime runtime = sim.get("greeter");
            assertThat(runtime.finalizers()).contains(ClassRuntime.FINALIZER);
            assertThat(runtime.status().functions()).hasSize(2);
            assertThat(runtime.status().observedGeneration()).isEqualTo(runtime.generation());
            assertThat(sim.list(ResourceKind.DEPLOYMENT)).hasSize(2);
            assertThat(sim.list(ResourceKind.SERVICE)).hasSize(2);
            assertThat(sim.events()).contains("Applying", "Progressing", "Available");
            assertThat(sim.classes().controller().stats().errors()).isZero();
        }
    }

    @Test
    void aQuietClusterIsNeverWrittenTo() {
        try (var sim = SimClasses.of(2)) {
            sim.apply("greeter", "hello");
            sim.until("greeter", Phase.AVAILABLE, MINUTE);
            sim.pass(MINUTE);
            long writes = sim.cluster().writes();
            long commits = sim.sim().writes();
            sim.pass(Duration.ofHours(1));
            assertThat(sim.cluster().writes()).isEqualTo(writes);
            assertThat(sim.sim().writes()).isEqualTo(commits);
            sim.restart();
            long opened = sim.sim().writes();
            sim.pass(Duration.ofHours(1));
            assertThat(sim.cluster().writes()).isEqualTo(writes);
            assertThat(sim.sim().writes()).isEqualTo(opened);
        }
    }

    @Test
    void aDeletedChildIsAppliedAgain() {
        try (var sim = SimClasses.of(3)) {
            sim.apply("greeter", "hello");
            sim.until("greeter", Phase.AVAILABLE, MINUTE);
            sim.kubectl(() ->
                    sim.cluster()
                            .inject(
                                    SimClasses.ref(ResourceKind.DEPLOYMENT, "greeter"),
                                    Breakage.DELETE));
            sim.pass(Duration.ofSeconds(1));
            sim.until("greeter", Phase.AVAILABLE, Duration.ofMinutes(5));
            assertThat(sim.exists(ResourceKind.DEPLOYMENT, "greeter")).isTrue();
        }
    }

    @Test
    void aCrashLoopDegradesAndHeals() {
        try (var sim = SimClasses.of(4)) {
            sim.apply("greeter", "hello");
            sim.until("greeter", Phase.AVAILABLE, MINUTE);
            var workload = SimClasses.ref(ResourceKind.DEPLOYMENT, "greeter");
            sim.kubectl(() -> sim.cluster().inject(workload, Breakage.CRASH_LOOP));
            sim.until("greeter", Phase.DEGRADED, Duration.ofMinutes(10));
            assertThat(sim.get("greeter").status().message()).contains("restart count=");
            sim.kubectl(() -> sim.cluster().heal(workload));
            sim.until("greeter", Phase.AVAILABLE, Duration.ofMinutes(10));
        }
    }

    @Test
    void deletionLeavesNothingAndTouchesNothingForeign() {
        try (var sim = SimClasses.of(5)) {
            sim.apply("greeter", "hello");
            sim.until("greeter", Phase.AVAILABLE, MINUTE);
            sim.kubectl(() -> {
                ResourceManifest foreign =
                        ResourceManifest.parse(
                                """
                                {"apiVersion":"v1","kind":"Service","metadata":{"name":"foreign",
                                 "namespace":"default","labels":{"oaas.io/owner":"greeter"}},
                                 "spec":{"ports":[{"port":80}]}}
                                """);
                assertThat(sim.kubectl().create(foreign).uid()).isNotEmpty();
            });
            sim.delete("greeter");
            sim.pass(MINUTE);
            assertThat(sim.exists(ResourceKind.CLASS_RUNTIME, "greeter")).isFalse();
            assertThat(sim.list(ResourceKind.DEPLOYMENT)).isEmpty();
            assertThat(sim.list(ResourceKind.SERVICE))
                    .extracting(ResourceManifest::name)
                    .containsExactly("foreign");
            assertThat(sim.classes().controller().run(new ObjectKey("default", "greeter")))
                    .isNull();
        }
    }

    @Test
    void aForeignObjectOfTheSameNameIsNotOverwritten() {
        try (var sim = SimClasses.of(6)) {
            ResourceManifest foreign =
                    ResourceManifest.parse(
                            """
                            {"apiVersion":"v1","kind":"Service","metadata":{"name":"greeter",
                             "namespace":"default"},"spec":{"ports":[{"port":1}]}}
                            """);
            sim.kubectl(() -> assertThat(sim.kubectl().create(foreign).uid()).isNotEmpty());
            String before = sim.find(ResourceKind.SERVICE, "greeter").resourceVersion();
            sim.apply("greeter", "hello");
            sim.until("greeter", Phase.DEGRADED, MINUTE);
            assertThat(sim.find(ResourceKind.SERVICE, "greeter").resourceVersion())
                    .isEqualTo(before);
            assertThat(sim.get("greeter").status().message())
                    .contains("Field manager ownership conflict applying Service/greeter.");
            sim.kubectl(() ->
                    sim.kubectl()
                            .delete(
                                    SimClasses.ref(ResourceKind.SERVICE, "greeter"),
                                    Preconditions.none()));
            sim.until("greeter", Phase.AVAILABLE, Duration.ofMinutes(15));
        }
    }

    @Test
    void aHoldStopsEverything() {
        try (var sim = SimClasses.of(7)) {
            ObjectKey key = sim.apply("greeter", "hello");
            sim.until("greeter", Phase.AVAILABLE, MINUTE);
            sim.sim()
                    .perform((Engine _) ->
                            sim.classes().controller().hold(key, "ann", "maintenance"));
            sim.pass(Duration.ofSeconds(1));
            long writes = sim.cluster().writes();
            sim.apply("greeter", "hello", "bye");
            sim.pass(Duration.ofMinutes(5));
            assertThat(sim.cluster().writes()).isEqualTo(writes + 1);
            sim.sim().perform((Engine _) -> sim.classes().controller().release(key, "ann", "done"));
            sim.pass(Duration.ofSeconds(1));
            sim.until("greeter", Phase.AVAILABLE, Duration.ofMinutes(2));
            assertThat(sim.list(ResourceKind.DEPLOYMENT)).hasSize(2);
        }
    }

    @Test
    void aForeignAutoscalerIsReportedAndNotFought() {
        try (var sim = SimClasses.of(8)) {
            sim.applyJson(
                    "greeter",
                    "\"enforcement\":{\"mode\":\"enforce\",\"dimensions\":[\"replicas\"]},",
                    "hello");
            sim.until("greeter", Phase.AVAILABLE, MINUTE);
            ResourceManifest autoscaler =
                    ResourceManifest.parse(
                            """
                            {"apiVersion":"autoscaling/v1","kind":"HorizontalPodAutoscaler",
                             "metadata":{"name":"team-hpa","namespace":"default"},
                             "spec":{"maxReplicas":4,"minReplicas":2,"scaleTargetRef":{
                              "apiVersion":"apps/v1","kind":"Deployment","name":"greeter"}}}
                            """);
            sim.kubectl(() -> assertThat(sim.kubectl().create(autoscaler).uid()).isNotEmpty());
            sim.metrics().load("default", "greeter", new SimulatedMetrics.Load(400, 0.005, 1, 1));
            sim.pass(Duration.ofMinutes(15));
            StatusCondition condition =
                    sim.get("greeter").status().condition(StatusCondition.NFR_ENFORCED);
            assertThat(condition.reason()).isEqualTo("ExternalAutoscaler");
            assertThat(condition.message())
                    .isEqualTo("HorizontalPodAutoscaler/team-hpa scales Deployment/greeter.");
            assertThat(sim.get("greeter").status().nfr().applied()).isEmpty();
        }
    }

    @Test
    void aStuckDeletionNamesWhatBlocksIt() {
        try (var sim = SimClasses.of(9)) {
            sim.apply("greeter", "hello");
            sim.until("greeter", Phase.AVAILABLE, MINUTE);
            var workload = SimClasses.ref(ResourceKind.DEPLOYMENT, "greeter");
            sim.kubectl(() ->
                    assertThat(
                                    sim.kubectl()
                                            .patchMetadata(
                                                    workload,
                                                    "{\"finalizers\":[\"team.io/backup\"]}",
                                                    null)
                                            .finalizers())
                            .hasSize(1));
            sim.delete("greeter");
            sim.pass(Duration.ofMinutes(6));
            assertThat(sim.get("greeter").status().message())
                    .isEqualTo(
                            "Deletion is stuck on Deployment/greeter."
                                    + " It waits for team.io/backup.");
            sim.kubectl(() ->
                    assertThat(
                                    sim.kubectl()
                                            .patchMetadata(workload, "{\"finalizers\":[]}", null)
                                            .finalizers())
                            .isEmpty());
            sim.pass(MINUTE);
            assertThat(sim.exists(ResourceKind.CLASS_RUNTIME, "greeter")).isFalse();
        }
    }
}
