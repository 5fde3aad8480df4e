package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Lease;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.Pools;
import dev.pawl.machine.Machine;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import java.time.Duration;
import java.time.Instant;

/// Permits of a pool: a step holds them during its attempt, other holders until their lease
/// expires.
final class Permits {
    record Load(String source) {}

    record Loaded(int rows) {}

    static final Machine<Load, Loaded> LOAD =
            Machine.named("load", Load.class, Loaded.class)
                    .step("load", a -> a.next(new Loaded(1)), s -> s.permits("database", 2))
                    .build();

    static void main(String... args) throws Exception {
        try (Engine engine =
                Engine.open(
                        SqliteStore.open(Scratch.home(args)),
                        options -> options.machines(LOAD).pool(new PoolSettings("database", 3)))) {
            var request = new Pools.Request("database", "report", 2, 0, Duration.ofMinutes(5));
            Instant giveUp = Instant.now().plusSeconds(1);
            Lease lease = engine.pools().acquire(request, giveUp).orElseThrow();

            RunId id = engine.start(LOAD.start(new Load("orders")));
            Scratch.until(engine, id, RunStatus.ACQUIRING);
            IO.println(engine.why(id).causes().getFirst().text());

            engine.pools().release(lease);
            IO.println(engine.await(LOAD, id, Scratch.SOON));
            IO.println("leases at the end: " + engine.pools().leases("database"));
        }
    }
}
