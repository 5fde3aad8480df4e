package dev.pawl.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.controller.Lamps.LampAction;
import dev.pawl.controller.Lamps.LampEvaluator;
import dev.pawl.controller.Lamps.LampMemory;
import dev.pawl.controller.Lamps.LampStatus;
import dev.pawl.controller.Lamps.LampView;
import dev.pawl.engine.Engine;
import dev.pawl.testkit.Rounds;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Many objects: commits and tasks are bounded, and a restart without changes writes nothing.
@Timeout(900)
final class ManyObjectsTest {
    private static final int OBJECTS = Rounds.areTimed() ? 3_000 : 300;
    private static final int RESTARTED = Rounds.areTimed() ? 10_000 : 1_000;

    private final Lamps world = new Lamps();

    private void addAll(int count) {
        for (int i = 0; i < count; i++) world.add("lamp-" + i, 7);
    }

    @Test
    @Tag("volume")
    void boundsCommitsAndTasks() {
        addAll(OBJECTS);
        ControllerSettings settings = ControllerSettings.DEFAULT;
        try (var control = SimController.of(Lamps.kind(world), settings)) {
            long before = control.writes();
            control.sim().perform((Engine _) -> world.lamps.keySet().forEach(control.get()::wake));
            int[] most = new int[1];
            control.host()
                    .runUntil(() -> {
                        most[0] = Math.max(most[0], control.host().tasks().size());
                        return world.statuses.size() == 2 * OBJECTS;
                    });
            control.settle();
            assertThat(world.actions).hasSize(OBJECTS);
            assertThat(control.writes() - before).isLessThanOrEqualTo(6L * OBJECTS);
            // Each busy object has a body and an action; the engine has tasks of its own.
            int tasksMax = settings.workers() + 2 * settings.concurrency() + 20;
            assertThat(most[0]).isBetween(settings.concurrency(), tasksMax);
            IO.println("ManyObjectsTest: volume: %d objects".formatted(OBJECTS));
        }
    }

    /// Remembers a lamp and needs nothing else.
    private static final class Remembering extends LampEvaluator {
        @Override
        public Evaluation<LampMemory, LampAction, LampStatus> evaluate(
                LampView view, LampMemory memory, Instant now) {
            LampMemory known = new LampMemory(view.wanted(), Instant.EPOCH, 0);
            return answer(known, List.of(), "dark", null);
        }
    }

    @Test
    @Tag("volume")
    void aRestartWithoutChangesWritesNothing() {
        addAll(RESTARTED);
        var kind = Lamps.kind(world).evaluator(new Remembering());
        try (var control = SimController.of(kind)) {
            control.sim().perform((Engine _) -> world.lamps.keySet().forEach(control.get()::wake));
            control.settle();
            assertThat(control.get().log().objects()).hasSize(RESTARTED);
            control.sim().close();
            control.open();
            long opening = control.writes();
            control.wake(world.lamps.keySet().toArray(ObjectKey[]::new));
            control.pass(Duration.ofHours(1));
            assertThat(control.get().stats().objects()).isEqualTo(RESTARTED);
            assertThat(control.get().stats().evaluations())
                    .isBetween((long) RESTARTED, 2L * RESTARTED);
            assertThat(control.writes()).isEqualTo(opening);
            assertThat(world.actions).isEmpty();
            assertThat(world.statuses).isEmpty();
            IO.println("ManyObjectsTest: volume: %d objects restarted".formatted(RESTARTED));
        }
    }
}
