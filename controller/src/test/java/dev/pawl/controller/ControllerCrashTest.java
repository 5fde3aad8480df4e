package dev.pawl.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.controller.Lamps.LampAction;
import dev.pawl.controller.Lamps.LampMemory;
import dev.pawl.controller.Lamps.LampStatus;
import dev.pawl.controller.Lamps.LampView;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFaults;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The process dies on either side of every durable write, of every action and of every status
/// write.
@Timeout(300)
final class ControllerCrashTest {
    private static final Instant END = SimController.START.plus(Duration.ofMinutes(5));

    private SimController<LampView, LampMemory, LampAction, LampStatus> control;
    private World world;

    @Test
    void endsTheSameWhereverTheProcessDies() {
        long writes = run(StoreFaults.NONE, 0);
        String calm = world.text();
        List<String> statuses = List.copyOf(world.statuses);
        Set<String> actions = new TreeSet<>(world.actions);
        int points = world.points;
        assertThat(calm).isEqualTo("{house/desk=9 of 9, lit, house/slow=0 of 4, late}");
        assertThat(writes).isGreaterThan(15);
        assertThat(points).isGreaterThan(8);
        int trials = 0;
        for (int n = 1; n <= writes; n++) {
            long number = n;
            run(StoreFaults.beforeCommit(number, () -> control.sim().crash()), 0);
            check("before write " + n, calm, statuses, actions);
            run(StoreFaults.afterCommit(number, () -> control.sim().crash()), 0);
            check("after write " + n, calm, statuses, actions);
            trials += 2;
        }
        for (int n = 1; n <= points; n++) {
            run(StoreFaults.NONE, n);
            check("at point " + n, calm, statuses, actions);
            trials++;
        }
        IO.println("ControllerCrashTest: %d trials of %d writes".formatted(trials, writes));
    }

    /// Actions are performed at least once, and nothing else is; statuses end the same.
    private void check(String where, String calm, List<String> statuses, Set<String> actions) {
        assertThat(world.crashes).as(where).isEqualTo(1);
        assertThat(world.text()).as(where).isEqualTo(calm);
        assertThat(new TreeSet<>(world.actions)).as(where).isEqualTo(actions);
        assertThat(new TreeSet<>(world.statuses)).as(where).isEqualTo(new TreeSet<>(statuses));
        assertThat(world.lateAt).as(where).isEqualTo(SimController.START.plus(Lamps.DEADLINE));
    }

    private long run(StoreFaults faults, int point) {
        world = new World(point);
        ObjectKey desk = world.add("desk", 7);
        ObjectKey slow = world.add("slow", 4);
        SimHost host = new SimHost(3, SimController.START);
        control =
                SimController.stopped(host, Lamps.kind(world), ControllerSettings.DEFAULT)
                        .faults(faults);
        long writes = 0;
        boolean isChanged = false;
        while (host.now().isBefore(END)) {
            try {
                if (!control.sim().isAlive()) {
                    control.open();
                    control.wake(desk, slow);
                }
                control.settle();
                if (!isChanged && control.sim().isAlive()) {
                    isChanged = true;
                    world.want("desk", 9);
                    control.wake(desk);
                }
                if (control.sim().isAlive()) control.pass(Duration.ofSeconds(1));
            } catch (SimHost.Crashed _) {
                assertThat(control.sim().isAlive()).isFalse();
            }
            if (control.sim().isAlive()) writes = control.writes();
            else world.crashes++;
            if (world.crashes > 0) control.faults(StoreFaults.NONE);
        }
        control.sim().crash();
        return writes;
    }

    /// A world in which the process dies at the n-th action or status write.
    private final class World extends Lamps {
        private final int dyingAt;
        private int points;
        private int crashes;
        private Instant lateAt;

        World(int dyingAt) {
            this.dyingAt = dyingAt;
        }

        private void here() {
            if (++points == dyingAt) control.sim().crash();
        }

        @Override
        public ActionResult perform(
                ObjectKey key, LampView view, LampMemory memory, LampAction action)
                throws Exception {
            obeys = !key.name().equals("slow");
            here();
            ActionResult result = super.perform(key, view, memory, action);
            here();
            return result;
        }

        @Override
        public Optional<OwnWrite> write(ObjectKey key, LampView view, LampStatus update)
                throws Exception {
            if (update.text().equals("late")) lateAt = control.now();
            here();
            Optional<OwnWrite> result = super.write(key, view, update);
            here();
            return result;
        }
    }
}
