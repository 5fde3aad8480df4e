package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import java.time.Duration;

/// An event can interrupt a body. The next body starts when the first one has stopped.
final class Interrupt {
    record Job(String name) {}

    record Done(String how) {}

    record Urgent(String why) {}

    static final Machine<Job, Done> WORK =
            Machine.named("work", Job.class, Done.class)
                    .step("slowly", Interrupt::slowly, s -> s.interruptedBy(Urgent.class, "fast"))
                    .step("fast", Interrupt::fast)
                    .build();

    static Outcome<Done> slowly(Attempt<Job, Done> attempt) throws InterruptedException {
        Thread.sleep(Duration.ofMinutes(1));
        return attempt.finish(new Done("in its own time"));
    }

    static Outcome<Done> fast(Attempt<Job, Done> attempt) {
        String why = attempt.event(Urgent.class).map(Urgent::why).orElse("habit");
        return attempt.next(new Done("fast, because of " + why));
    }

    static void main(String... args) throws Exception {
        try (Engine engine = Engine.open(SqliteStore.open(Scratch.home(args)), WORK)) {
            RunId id = engine.start(WORK.start(new Job("report")));
            RunStatus before = Scratch.until(engine, id, RunStatus.RUNNING).status();
            engine.send(id, new Urgent("a deadline"));
            IO.println(before + ", then " + engine.await(WORK, id, Scratch.SOON));
        }
    }
}
