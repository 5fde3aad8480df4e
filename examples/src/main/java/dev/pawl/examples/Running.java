package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.engine.RetentionSettings;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.Pawl;
import java.nio.file.Path;
import java.time.Duration;

/// Opens an engine, closes it in the middle of a step, and opens it again.
final class Running {
    record Nap(int minutes) {}

    record Rested(String how) {}

    static final Machine<Nap, Rested> NAP =
            Machine.named("nap", Nap.class, Rested.class).step("sleep", Running::sleep).build();

    static Outcome<Rested> sleep(Attempt<Nap, Rested> attempt) throws InterruptedException {
        if (attempt.replay() == Attempt.Replay.FIRST) Thread.sleep(Duration.ofMinutes(1));
        return attempt.next(new Rested("at attempt " + attempt.number()));
    }

    static Pawl open(Path home) {
        return Pawl.open(
                home,
                options ->
                        options.machines(NAP)
                                .retention(RetentionSettings.age("nap", Duration.ofDays(30)))
                                .drain(Duration.ofMillis(100)));
    }

    static void main(String... args) throws Exception {
        Path home = Scratch.home(args);
        RunId id;
        try (Pawl pawl = open(home)) {
            Engine engine = pawl.engine();
            id = engine.start(NAP.start(new Nap(1)));
            Scratch.until(engine, id, RunStatus.RUNNING);
        }
        IO.println("closed in the middle of a step");
        try (Pawl pawl = open(home)) {
            Engine engine = pawl.engine();
            IO.println(engine.await(NAP, id, Scratch.SOON));
            IO.println("crashed: " + engine.report(Scratch.SOON).orElseThrow().crashed());
        }
    }
}
