package dev.pawl.classes.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.ClassWorld;
import dev.pawl.classes.enforcement.EnforcementError;
import dev.pawl.classes.enforcement.EnforcementState;
import dev.pawl.classes.resource.ClassRuntimeStatus;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.format.RuntimeReader;
import dev.pawl.classes.resource.format.RuntimeWriter;
import dev.pawl.classes.status.KeptState;
import dev.pawl.classes.status.StatusReducer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a manager without a memory, or with an old one, takes over from the status: K13.
class RestoredMemoryTest {
    private static final Instant T = ClassWorld.START;

    private final ClassWorld world = ClassWorld.of("k8s_deployment", 1).settle();

    private static ClassMemory memory(long generation, EnforcementState... states) {
        return new ClassMemory(
                generation, null, T, null, List.of(), List.of(), List.of(states), false);
    }

    private static EnforcementState aiming(double target, Instant at) {
        return new EnforcementState("f0", Dimension.REPLICAS, target, at, null, null, null, null);
    }

    /// Returns the status that a manager with this memory writes, as it is read back.
    private ClassRuntimeStatus written(ClassMemory memory) {
        ClassRuntimeStatus status =
                StatusReducer.keep(
                        world.runtime.status(),
                        KeptState.of(world.runtime, memory, Phase.AVAILABLE, T));
        var manifest =
                RuntimeWriter.withStatus(
                        RuntimeWriter.manifest(world.runtime.key(), world.runtime.spec()), status);
        ClassRuntimeStatus read = RuntimeReader.read(manifest).status();
        assertThat(read).isEqualTo(status);
        return read;
    }

    @Test
    void aManagerWithoutAMemoryContinuesWithTheTimesOfTheStatus() {
        EnforcementState state =
                aiming(3, T.plusSeconds(5))
                        .succeeded(2, T, Duration.ofMinutes(2))
                        .announcing("NFRApplied:2.0");
        ClassMemory restored = RestoredMemory.of(ClassMemory.INITIAL, written(memory(1, state)));
        assertThat(restored).isEqualTo(memory(1, state));
    }

    @Test
    void anOpenFailureIsTakenOver() {
        EnforcementState state =
                aiming(3, T).failed(new EnforcementError("E", "m"), T, Duration.ofSeconds(9));
        assertThat(RestoredMemory.of(ClassMemory.INITIAL, written(memory(1, state))).enforcement())
                .containsExactly(state);
    }

    @Test
    void ownMemoryCountsWhileTheStatusIsNotLater() {
        ClassMemory own = memory(1, aiming(3, T.plusSeconds(60)));
        assertThat(RestoredMemory.of(own, written(memory(1, aiming(2, T))))).isSameAs(own);
        assertThat(RestoredMemory.of(own, world.runtime.status())).isSameAs(own);
    }

    @Test
    void aTargetThatAnotherManagerSetOrDroppedLaterCounts() {
        ClassMemory own = memory(1, aiming(3, T));
        EnforcementState other = aiming(2, T.plusSeconds(60));
        assertThat(RestoredMemory.of(own, written(memory(1, other))).enforcement())
                .containsExactly(other);
        EnforcementState dropped = other.reset(T.plusSeconds(90));
        assertThat(dropped.target()).isNull();
        assertThat(RestoredMemory.of(own, written(memory(1, dropped))).enforcement())
                .containsExactly(dropped);
    }

    @Test
    void aSuccessOfAnotherManagerStartsTheCooldownHere() {
        ClassMemory own = memory(1, aiming(3, T.plusSeconds(5)));
        EnforcementState other = aiming(3, T).succeeded(3, T, Duration.ofMinutes(2));
        EnforcementState merged =
                RestoredMemory.of(own, written(memory(1, other))).state("f0", Dimension.REPLICAS);
        assertThat(merged.changedAt()).isEqualTo(T.plusSeconds(5));
        assertThat(merged.cooldownUntil()).isEqualTo(T.plusSeconds(120));
        assertThat(merged.applied()).isEqualTo(3.0);
    }
}
