package dev.pawl.classes.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.ClassWorld;
import dev.pawl.classes.cluster.Preconditions;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.simulated.Breakage;
import dev.pawl.classes.cluster.simulated.SimulatedCluster;
import dev.pawl.classes.evaluation.StateEvaluator;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.resource.ClassRuntimeStatus;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.status.StatusReducer;
import dev.pawl.classes.status.StatusUpdate;
import dev.pawl.classes.template.TemplateDescriptor;
import dev.pawl.classes.template.Templates;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The eight types of tests, by name (CLS-59). `LifecycleTest`, `AnomalyTest`, `StatusReducerTest`
/// and `TemplatesTest` have the details of the three unit tests.
@Timeout(120)
final class DocumentTestTypesTest {
    private static final Duration MINUTES = Duration.ofMinutes(5);

    @Test
    void unitEvaluator() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1);
        world.isReadyAtOnce = false;
        world.settle();
        assertThat(world.path).containsExactly(Phase.APPLYING, Phase.PROGRESSING);
        world.children.keySet().forEach(ref -> world.scale(ref, 1, 1));
        world.settle();
        assertThat(world.phase()).isEqualTo(Phase.AVAILABLE);
        world.children.keySet().forEach(ref -> world.scale(ref, 1, 0));
        world.settle().after(Duration.ofMinutes(10));
        assertThat(world.degradedReason()).isEqualTo("Timeout");
    }

    @Test
    void unitStatusReducer() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 2).settle();
        var recommended = new Recommendation("f0", Dimension.REPLICAS, 3, 1, world.now, 1);
        ClassRuntimeStatus status =
                StatusReducer.recommend(
                        world.runtime.status(), List.of(recommended), MINUTES, world.now);
        StatusUpdate update =
                StatusUpdate.of(world.input(), StateEvaluator.evaluate(world.input()));
        ClassRuntimeStatus merged = StatusReducer.reduce(status, update, world.now);
        assertThat(merged.nfr().recommendations()).containsEntry(Dimension.REPLICAS, 3.0);
        assertThat(StatusReducer.reduce(merged, update, world.now.plusSeconds(9))).isSameAs(merged);
    }

    @Test
    void unitDescriptor() {
        for (TemplateDescriptor each :
                List.of(
                        Templates.DEV,
                        Templates.EDGE,
                        Templates.K8S_DEPLOYMENT,
                        Templates.KNATIVE)) {
            assertThat(each.functionNamer().name("a", 0, 1)).isEqualTo("a");
            assertThat(each.functionNamer().name("a", 1, 2)).isEqualTo("a-fn-1");
            assertThat(each.labelSelector().apply("a")).isEqualTo(Map.entry("oaas.io/owner", "a"));
            assertThat(each.rule(each.workload())).isNotNull();
            assertThat(each.rule(ManagedKind.ODGM_DEPLOYMENT)).isNotNull();
        }
    }

    @Test
    void integrationMultiFunction() {
        try (var sim = SimClasses.of(41)) {
            sim.apply("multi", "one", "two", "three");
            sim.until("multi", Phase.AVAILABLE, MINUTES);
            assertThat(sim.get("multi").status().functions())
                    .hasSize(3)
                    .allMatch(each -> each.readiness().ready());
            sim.cluster()
                    .inject(
                            SimClasses.ref(ResourceKind.DEPLOYMENT, "multi-fn-1"),
                            Breakage.CRASH_LOOP);
            sim.until("multi", Phase.DEGRADED, Duration.ofMinutes(10));
            assertThat(sim.get("multi").status().functions())
                    .extracting(each -> each.readiness().ready())
                    .containsExactly(true, false, true);
        }
    }

    @Test
    void integrationKnativeDelete() {
        try (var sim = SimClasses.of(42)) {
            sim.apply("kn", "knative", "", new String[] {"one", "two"});
            sim.until("kn", Phase.AVAILABLE, MINUTES);
            assertThat(sim.list(ResourceKind.KNATIVE_SERVICE)).hasSize(2);
            sim.delete("kn");
            sim.pass(MINUTES);
            assertThat(sim.list(ResourceKind.KNATIVE_SERVICE)).isEmpty();
            assertThat(sim.exists(ResourceKind.CLASS_RUNTIME, "kn")).isFalse();
        }
    }

    @Test
    void integrationOrphanCleanup() {
        try (var sim = SimClasses.of(43)) {
            sim.apply("orphan", "one", "two", "three");
            sim.until("orphan", Phase.AVAILABLE, MINUTES);
            sim.apply("orphan", "one", "two");
            sim.pass(Duration.ofSeconds(5));
            sim.until("orphan", Phase.AVAILABLE, MINUTES);
            assertThat(sim.list(ResourceKind.DEPLOYMENT))
                    .extracting(ResourceManifest::name)
                    .containsExactlyInAnyOrder("orphan-fn-0", "orphan-fn-1");
            assertThat(sim.list(ResourceKind.SERVICE)).hasSize(2);
        }
    }

    @Test
    void integrationConflictHandling() {
        try (var sim = SimClasses.of(44)) {
            sim.apply("conflict", "one");
            sim.until("conflict", Phase.AVAILABLE, MINUTES);
            var workload = SimClasses.ref(ResourceKind.DEPLOYMENT, "conflict");
            sim.cluster().inject(workload, Breakage.CONFLICT);
            sim.pass(Duration.ofSeconds(5));
            sim.apply("conflict", "one=img/new");
            sim.until("conflict", Phase.DEGRADED, MINUTES);
            assertThat(sim.get("conflict").status().message())
                    .contains("Field manager ownership conflict applying Deployment/conflict.")
                    .contains("image", "is owned by kubectl-edit.");
            sim.kubectl(() -> sim.kubectl().delete(workload, Preconditions.none()));
            sim.until("conflict", Phase.AVAILABLE, Duration.ofMinutes(20));
        }
    }

    @Test
    void integrationTimeoutPath() {
        var slow = SimulatedCluster.Settings.seed(45).startMax(Duration.ofHours(10));
        try (var sim = SimClasses.of(SimClasses.World.of(slow), "manager", chosen -> chosen)) {
            sim.apply("slow", "one");
            sim.until("slow", Phase.DEGRADED, Duration.ofMinutes(12));
            assertThat(sim.get("slow").status().message())
                    .contains("Readiness not achieved within 600s.");
            sim.pass(Duration.ofHours(10));
            sim.until("slow", Phase.AVAILABLE, MINUTES);
        }
    }
}
