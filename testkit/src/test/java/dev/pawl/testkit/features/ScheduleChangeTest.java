package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.Schedules;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.machine.Machine;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreCheck;
import dev.pawl.testkit.StoreFaults;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// An operator changes a schedule at the moment at which it fires.
final class ScheduleChangeTest {
    private static final int SEEDS = 20;
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private static final Machine<String, String> WORKER =
            Machine.named("worker", String.class, String.class)
                    .step("work", a -> a.next("done"))
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    @Test
    void aRemovedScheduleStaysRemoved() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SimEngine sim = changed(seed, schedules -> schedules.remove("often"));
            assertThat(sim.engine().schedules().all()).as("seed %d", seed).isEmpty();
            assertThat(sim.store().documents(NamedDocument.Kind.SCHEDULE))
                    .as("seed %d", seed)
                    .isEmpty();
            sim.close();
        }
    }

    @Test
    void aPausedScheduleStaysPaused() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SimEngine sim = changed(seed, schedules -> schedules.pause("often", true));
            assertThat(sim.engine().schedules().all())
                    .as("seed %d", seed)
                    .singleElement()
                    .matches(Schedule::paused);
            sim.close();
        }
    }

    /// Returns an engine whose schedule was changed between the commits of its first fire, some
    /// time later.
    private SimEngine changed(long seed, Consumer<Schedules> change) {
        SimHost host = new SimHost(seed);
        Schedule often = Schedule.every("often", INTERVAL, WORKER, "x");
        Engine[] engine = new Engine[1];
        StoreFaults fired =
                new StoreFaults() {
                    @Override
                    public void after(long n, Commit commit) {
                        boolean starts =
                                commit.changes().stream().anyMatch(one -> one.run().version() == 1);
                        if (!starts || engine[0] == null) return;
                        Schedules schedules = engine[0].schedules();
                        engine[0] = null;
                        host.start("operator", () -> change.accept(schedules));
                    }
                };
        SimEngine sim =
                new SimEngine(host, stores, o -> o.machines(WORKER).schedule(often)).faults(fired);
        sim.open();
        engine[0] = sim.engine();
        sim.pass(INTERVAL.multipliedBy(5));
        assertThat(engine[0]).as("the schedule fired, seed %d", seed).isNull();
        return sim;
    }
}
