package dev.pawl.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Thousands of objects: commits and tasks are bounded, and a restart without changes writes
/// nothing.
@Timeout(300)
final class ManyObjectsTest {
    private static final int OBJECTS = 3_000;

    private final Lamps world = new Lamps();

    private void addAll(int count) {
        for (int i = 0; i < count; i++) world.add("lamp-" + i, 7);
    }

    @Test
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
        }
    }

    @Test
    void aRestartWithoutChangesWritesNothing() {
        int count = 10_000;
        addAll(count);
        try (var control = SimController.of(Lamps.kind(world))) {
            control.sim().perform((Engine _) -> world.lamps.keySet().forEach(control.get()::wake));
            control.settle();
            assertThat(world.actions).hasSize(count);
            int statuses = world.statuses.size();
            control.sim().close();
            control.open();
            long opening = control.writes();
            control.wake(world.lamps.keySet().toArray(ObjectKey[]::new));
            control.pass(Duration.ofHours(1));
            assertThat(control.get().stats().objects()).isEqualTo(count);
            assertThat(control.get().stats().evaluations()).isBetween((long) count, 2L * count);
            assertThat(control.writes()).isEqualTo(opening);
            assertThat(world.actions).hasSize(count);
            assertThat(world.statuses).hasSize(statuses);
        }
    }
}
