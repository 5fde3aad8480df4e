package dev.pawl.classes.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.cluster.Preconditions;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.simulated.Breakage;
import dev.pawl.classes.cluster.simulated.SimulatedCluster;
import dev.pawl.classes.resource.Phase;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The integration tests of section 10 of the document, by name (CLS-59). Its unit tests are
/// `StateEvaluatorTest`, `StatusReducerTest` and `TemplatesTest`.
@Timeout(120)
final class DocumentTestTypesTest {
    private static final Duration MINUTES = Duration.ofMinutes(5);

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
                    .contains("is owned by kubectl-edit");
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
