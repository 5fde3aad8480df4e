package dev.pawl.examples;

import dev.pawl.engine.DeploymentCheck;
import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Machine;
import dev.pawl.machine.MachineBuilder;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.util.List;

/// Compares a new version of a machine with the live runs before it is deployed.
final class Evolution {
    record Claim(String what) {}

    record Paid(String how) {}

    record Approved() {}

    static final Machine<Claim, Paid> V1 =
            claim().await("review", w -> w.on(Approved.class, "pay"))
                    .step("pay", a -> a.next(new Paid("by version 1")))
                    .build();

    static final Machine<Claim, Paid> CARELESS =
            claim().version(2)
                    .await("approval", w -> w.on(Approved.class, "pay"))
                    .step("pay", a -> a.next(new Paid("by version 2")))
                    .build();

    static final Machine<Claim, Paid> V2 =
            claim().version(2)
                    .await("approval", w -> w.on(Approved.class, "pay").formerly("review"))
                    .step("pay", a -> a.next(new Paid("by version 2")))
                    .build();

    static void main(String... args) throws Exception {
        Path home = Scratch.home(args);
        RunId id;
        try (Engine engine = Engine.open(SqliteStore.open(home), V1)) {
            id = engine.start(V1.start(new Claim("a broken lamp")));
        }
        try (Store store = SqliteStore.openReadOnly(home)) {
            for (Machine<?, ?> next : List.of(CARELESS, V2)) {
                var report = DeploymentCheck.check(store, List.of(next.definition()));
                report.fits().forEach(f -> IO.println(f.verdict() + ": " + f.text()));
                IO.println("fine: " + report.isFine());
            }
        }
        try (Engine engine = Engine.open(SqliteStore.open(home), V2)) {
            engine.send(id, new Approved());
            IO.println(engine.await(V2, id, Scratch.SOON));
        }
    }

    private static MachineBuilder<Claim, Paid> claim() {
        return Machine.named("claim", Claim.class, Paid.class);
    }
}
