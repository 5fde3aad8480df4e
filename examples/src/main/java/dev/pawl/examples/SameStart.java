package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Refused;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;

/// The same start twice: with an idempotency key, and with a key that a live run has.
final class SameStart {
    record Sync(String account) {}

    record Synced(String account) {}

    record Go() {}

    static final Machine<Sync, Synced> SYNC =
            Machine.named("sync", Sync.class, Synced.class)
                    .await("ready", w -> w.on(Go.class, "sync"))
                    .step("sync", a -> a.next(new Synced(a.request().account())))
                    .build();

    static void main(String... args) throws Exception {
        try (Engine engine = Engine.open(SqliteStore.open(Scratch.home(args)), SYNC)) {
            var start = SYNC.start(new Sync("ana")).key("ana");
            RunId first = engine.start(start.idempotency("request 17"));
            RunId same = engine.start(start.idempotency("request 17"));
            IO.println("the same request: " + first.equals(same));

            try {
                engine.start(start);
            } catch (Refused.AlreadyRunning e) {
                IO.println("refused, it is the first: " + e.existing().equals(first));
            }
            RunId attached = engine.start(start.unique(Uniqueness.ATTACH));
            IO.println("attached: " + attached.equals(first));
            RunId instead = engine.start(start.unique(Uniqueness.REPLACE));
            IO.println("replaced: " + Scratch.end(engine, first).status());
            RunId behind = engine.start(start.unique(Uniqueness.QUEUE_BEHIND));
            IO.println("behind the other: " + engine.run(behind).status());

            engine.send(instead, new Go());
            IO.println(engine.await(SYNC, instead, Scratch.SOON));
            engine.send(behind, new Go());
            IO.println(engine.await(SYNC, behind, Scratch.SOON));
        }
    }
}
