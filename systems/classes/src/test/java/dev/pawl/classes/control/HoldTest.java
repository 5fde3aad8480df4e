package dev.pawl.classes.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.simulated.Breakage;
import dev.pawl.classes.resource.ClassRuntimeStatus;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.StatusCondition;
import dev.pawl.classes.resource.StatusCondition.Truth;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// An operator holds a class by an annotation.
@Timeout(120)
final class HoldTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String HELD =
            "{\"annotations\":{\"oaas.io/hold\":\"maintenance (alice)\"}}";
    private static final String RELEASED = "{\"annotations\":{\"oaas.io/hold\":null}}";

    @Test
    void nothingIsDoneToAHeldClassAndItsStatusSaysWhy() {
        try (var sim = SimClasses.of(31)) {
            sim.apply("greeter", "hello");
            sim.until("greeter", Phase.AVAILABLE, MINUTE);
            annotate(sim, HELD);
            sim.pass(MINUTE);
            ClassRuntimeStatus held = sim.get("greeter").status();
            assertThat(held.message()).isEqualTo("Held: maintenance (alice)");
            assertThat(held.phase()).isEqualTo(Phase.AVAILABLE);
            assertThat(held.functions()).hasSize(1);
            assertThat(truth(held)).isEqualTo(Truth.TRUE);
            long writes = sim.cluster().writes();
            var workload = SimClasses.ref(ResourceKind.DEPLOYMENT, "greeter");
            sim.kubectl(() -> sim.cluster().inject(workload, Breakage.DELETE));
            sim.pass(MINUTE);
            assertThat(sim.exists(ResourceKind.DEPLOYMENT, "greeter")).isFalse();
            assertThat(sim.cluster().writes()).isEqualTo(writes);

            annotate(sim, RELEASED);
            sim.pass(Duration.ofSeconds(1));
            sim.until("greeter", Phase.AVAILABLE, Duration.ofMinutes(5));
            assertThat(sim.exists(ResourceKind.DEPLOYMENT, "greeter")).isTrue();
            assertThat(truth(sim.get("greeter").status())).isEqualTo(Truth.FALSE);
            assertThat(sim.get("greeter").status().message()).doesNotContain("Held");
        }
    }

    @Test
    void aChangeOfAHeldClassCountsAsNotObservedUntilItIsReleased() {
        try (var sim = SimClasses.of(32)) {
            sim.apply("greeter", "hello");
            sim.until("greeter", Phase.AVAILABLE, MINUTE);
            annotate(sim, HELD);
            sim.pass(MINUTE);
            long observed = sim.get("greeter").status().observedGeneration();
            sim.apply("greeter", "hello=img/other");
            sim.restart();
            sim.pass(MINUTE);
            assertThat(sim.get("greeter").generation()).isGreaterThan(observed);
            assertThat(sim.get("greeter").status().observedGeneration()).isEqualTo(observed);
            assertThat(sim.get("greeter").status().workload().revisions())
                    .as("a spec that was never applied is no revision to roll back to")
                    .hasSize(1);
            annotate(sim, RELEASED);
            sim.pass(Duration.ofSeconds(1));
            sim.until("greeter", Phase.AVAILABLE, Duration.ofMinutes(5));
            assertThat(sim.get("greeter").status().observedGeneration()).isGreaterThan(observed);
        }
    }

    @Test
    void aHeldClassIsDeletedOnceItIsReleased() {
        try (var sim = SimClasses.of(33)) {
            sim.apply("greeter", "hello");
            sim.until("greeter", Phase.AVAILABLE, MINUTE);
            annotate(sim, HELD);
            sim.delete("greeter");
            sim.pass(MINUTE);
            assertThat(sim.exists(ResourceKind.DEPLOYMENT, "greeter")).isTrue();
            assertThat(sim.get("greeter").status().message()).startsWith("Held");
            annotate(sim, RELEASED);
            sim.pass(MINUTE);
            assertThat(sim.exists(ResourceKind.CLASS_RUNTIME, "greeter")).isFalse();
            assertThat(sim.exists(ResourceKind.DEPLOYMENT, "greeter")).isFalse();
        }
    }

    private static void annotate(SimClasses sim, String patch) {
        sim.kubectl(() -> {
            var _ =
                    sim.kubectl()
                            .patchMetadata(
                                    SimClasses.ref(ResourceKind.CLASS_RUNTIME, "greeter"),
                                    patch,
                                    null);
        });
    }

    private static Truth truth(ClassRuntimeStatus status) {
        StatusCondition condition = status.condition(StatusCondition.HELD);
        return condition == null ? Truth.UNKNOWN : condition.status();
    }
}
