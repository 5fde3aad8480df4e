package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Listener;
import dev.pawl.engine.Metrics;
import dev.pawl.machine.Machine;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;

/// Listeners receive the engine's events, the source of logs, metrics and traces.
final class Observe {
    record Ping(String host) {}

    record Pong(String host) {}

    static final Machine<Ping, Pong> PING =
            Machine.named("ping", Ping.class, Pong.class)
                    .step("ping", a -> a.next(new Pong(a.request().host())))
                    .build();

    static void main(String... args) throws Exception {
        Metrics metrics = new Metrics();
        Listener log =
                event -> {
                    if (event instanceof EngineEvent.AttemptEnded ended) {
                        String trace = ended.run().origin().labels().get("traceparent");
                        IO.println("%s of trace %s".formatted(ended.run().state(), trace));
                    }
                };
        try (Engine engine =
                Engine.open(
                        SqliteStore.open(Scratch.home(args)),
                        options -> options.machines(PING).listener(log).listener(metrics))) {
            var start = PING.start(new Ping("localhost")).label("traceparent", "00-4bf9-00f0-01");
            RunId id = engine.start(start);
            engine.await(PING, id, Scratch.SOON);
        }
        metrics.snapshot().entrySet().stream()
                .filter(counter -> counter.getKey().startsWith("runs_"))
                .forEach(counter -> IO.println(counter.getKey() + " " + counter.getValue()));
    }
}
