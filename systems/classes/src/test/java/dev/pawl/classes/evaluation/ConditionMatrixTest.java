package dev.pawl.classes.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.ClassWorld;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.StatusCondition;
import dev.pawl.classes.resource.StatusCondition.Truth;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// All conditions in every phase: CLS-5, CLS-42, CLS-43 and B4.
class ConditionMatrixTest {
    @Test
    void everyPhaseSetsAllConditions() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1);
        world.isReadyAtOnce = false;
        world.step();
        assertThat(matrix(world)).isEqualTo("pending TFF Pending NfrObserved=False");
        world.step();
        assertThat(matrix(world)).isEqualTo("applying TFF Applying NfrObserved=False");
        world.step();
        assertThat(matrix(world)).isEqualTo("progressing TFF ChildrenNotReady NfrObserved=False");
        world.pods.add(LifecycleTest.crashing("p", 1));
        world.step();
        assertThat(matrix(world)).isEqualTo("degraded FFT CrashLoop NfrObserved=False");
        world.pods.clear();
        world.children.keySet().forEach(ref -> world.scale(ref, 1, 1));
        world.settle();
        // K4: progressing does not stay true beside available.
        assertThat(matrix(world)).isEqualTo("available FTF AllReady NfrObserved=False");
        world.delete().step();
        assertThat(matrix(world)).isEqualTo("deleting FFF Deleting NfrObserved=False");
    }

    /// K5: nothing is written and no time changes while nothing happens.
    @Test
    void transitionTimesChangeOnlyWithTheStatus() {
        ClassWorld world = ClassWorld.of("k8s_deployment", 1).settle();
        var before = world.runtime.status();
        int writes = world.statusWrites;

        world.after(Duration.ofHours(5));

        assertThat(world.runtime.status()).isEqualTo(before);
        assertThat(world.statusWrites).isEqualTo(writes);
        assertThat(world.phase()).isEqualTo(Phase.AVAILABLE);
    }

    private static String matrix(ClassWorld world) {
        String truths =
                Stream.of("Progressing", "Available", "Degraded")
                        .map(type -> world.condition(type).status().toString().substring(0, 1))
                        .collect(Collectors.joining());
        Truth observed = world.condition(StatusCondition.NFR_OBSERVED).status();
        return "%s %s %s NfrObserved=%s"
                .formatted(world.phase(), truths, world.degradedReason(), observed);
    }
}
