package dev.pawl.classes.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.cluster.Preconditions;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.evaluation.EvaluationConfig;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.WorkloadStatus.Router;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a manager finds and makes known: routers (CLS-23) and metrics targets (CLS-18, K15).
@Timeout(120)
final class DiscoveryTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final EvaluationConfig METRICS =
            new EvaluationConfig(
                    EvaluationConfig.DEFAULT.timeouts(),
                    EvaluationConfig.DEFAULT.requeue(),
                    EvaluationConfig.DEFAULT.applyRetries(),
                    true,
                    false,
                    EvaluationConfig.DEFAULT.enforcement());

    @Test
    void routersAreInTheStatusAsLongAsTheyExist() {
        try (var sim = SimClasses.of(81)) {
            sim.apply("greeter", "hello");
            sim.until("greeter", Phase.AVAILABLE, MINUTE);
            assertThat(sim.get("greeter").status().workload().routers()).isEmpty();
            ResourceManifest router =
                    ResourceManifest.parse(
                            """
                            {"apiVersion":"v1","kind":"Service","metadata":{"name":"router",
                             "namespace":"default","labels":{"oaas.io/router":"zenoh"}},
                             "spec":{"ports":[{"port":17447}]}}
                            """);
            sim.kubectl(() -> assertThat(sim.kubectl().create(router).uid()).isNotEmpty());
            sim.pass(Duration.ofSeconds(5));
            assertThat(sim.get("greeter").status().workload().routers())
                    .containsExactly(new Router("router", 17_447));
            long writes = sim.cluster().writes();
            sim.pass(Duration.ofHours(1));
            assertThat(sim.cluster().writes()).isEqualTo(writes);
            sim.kubectl(() ->
                    sim.kubectl()
                            .delete(
                                    SimClasses.ref(ResourceKind.SERVICE, "router"),
                                    Preconditions.none()));
            sim.pass(Duration.ofSeconds(5));
            assertThat(sim.get("greeter").status().workload().routers()).isEmpty();
        }
    }

    @Test
    void metricsTargetsAreAnnouncedOnceAndAgainAfterAServiceIsReplaced() {
        var world = SimClasses.World.of(82);
        try (var sim = SimClasses.of(world, "manager", chosen -> chosen.evaluation(METRICS))) {
            sim.apply("greeter", "hello");
            sim.until("greeter", Phase.AVAILABLE, MINUTE);
            sim.pass(Duration.ofSeconds(5));
            assertAnnounced(sim);
            long writes = sim.cluster().writes();
            sim.pass(Duration.ofHours(1));
            sim.restart();
            sim.pass(Duration.ofHours(1));
            assertThat(sim.cluster().writes()).isEqualTo(writes);
            sim.kubectl(() ->
                    sim.kubectl()
                            .delete(
                                    SimClasses.ref(ResourceKind.SERVICE, "greeter"),
                                    Preconditions.none()));
            sim.pass(Duration.ofMinutes(2));
            assertAnnounced(sim);
        }
    }

    private static void assertAnnounced(SimClasses sim) {
        assertThat(sim.find(ResourceKind.SERVICE, "greeter").annotations())
                .containsEntry("prometheus.io/scrape", "true")
                .containsEntry("prometheus.io/path", "/metrics")
                .containsEntry("prometheus.io/port", "80");
    }
}
