package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.engine.QueueSettings;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Retry;
import dev.pawl.run.Predecessor;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.time.Duration;

/// Explains why a run does not continue, and when it will.
final class WhyIsItWaiting {
    record Job(String name) {}

    record Done(String name) {}

    record Go() {}

    static final Machine<Job, Done> WAITS =
            Machine.named("waits", Job.class, Done.class)
                    .await("signal", w -> w.on(Go.class, "work"))
                    .step("work", a -> a.next(new Done(a.request().name())))
                    .build();

    static final Machine<Job, Done> FAILS =
            Machine.named("fails", Job.class, Done.class)
                    .step(
                            "call",
                            a -> {
                                throw new IOException("connection reset");
                            },
                            s -> s.retry(Retry.fixed(9, Duration.ofHours(1))))
                    .build();

    static void main(String... args) throws Exception {
        try (Engine engine =
                Engine.open(
                        SqliteStore.open(Scratch.home(args)),
                        options ->
                                options.machines(WAITS, FAILS).queue(QueueSettings.of("q", 1)))) {
            RunId event = engine.start(WAITS.start(new Job("event")));
            RunId holder = engine.start(FAILS.start(new Job("holder")).queue("q"));
            Scratch.until(engine, holder, RunStatus.BACKING_OFF);
            RunId queued = engine.start(FAILS.start(new Job("queued")).queue("q"));
            var last = WAITS.start(new Job("last"));
            RunId follower = engine.start(last.after(event, Predecessor.On.SUCCESS));
            for (RunId id : new RunId[] {event, holder, queued, follower}) {
                IO.println(engine.why(id).text());
            }
        }
    }
}
