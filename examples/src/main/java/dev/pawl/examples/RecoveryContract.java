package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Recovery contracts: what each state persists, and what happens after a crash in it.
final class RecoveryContract {
    record Disk(String file) {}

    record Ready(String how) {}

    static final Machine<Disk, Ready> FORMAT =
            Machine.named("format", Disk.class, Ready.class)
                    .step(
                            "allocate",
                            RecoveryContract::allocate,
                            s ->
                                    s.recovery(
                                            Recovery.skipIfDone().persists("the file"),
                                            RecoveryContract::isAllocated))
                    .step(
                            "format",
                            a -> a.next(),
                            s ->
                                    s.recovery(
                                            Recovery.cleanUpAndGoTo("allocate")
                                                    .note("half a format"),
                                            RecoveryContract::remove))
                    .build();

    static Outcome<Ready> allocate(Attempt<Disk, Ready> attempt) throws Exception {
        Files.writeString(Path.of(attempt.request().file()), "disk");
        // The attempt is interrupted here: the file exists, but no outcome is recorded.
        if (attempt.replay() == Attempt.Replay.FIRST) Thread.sleep(Duration.ofMinutes(1));
        return attempt.next(new Ready("allocated twice"));
    }

    static Outcome<Ready> isAllocated(Attempt<Disk, Ready> attempt) {
        boolean done = Files.exists(Path.of(attempt.request().file()));
        return done ? attempt.next(new Ready("allocated once")) : attempt.executeBody();
    }

    static Outcome<Ready> remove(Attempt<Disk, Ready> attempt) throws Exception {
        Files.deleteIfExists(Path.of(attempt.request().file()));
        return attempt.goTo("allocate");
    }

    static void main(String... args) throws Exception {
        IO.println(FORMAT.contractTable());
        Path home = Scratch.home(args);
        Path file = Files.createDirectories(home).resolve("disk");
        RunId id;
        try (Engine engine = open(home)) {
            id = engine.start(FORMAT.start(new Disk(file.toString())));
            while (!Files.exists(file)) Thread.onSpinWait();
        }
        // Closing the engine interrupts the attempt, which recovers as it does after a crash.
        try (Engine engine = open(home)) {
            IO.println(engine.await(FORMAT, id, Scratch.SOON));
            IO.println("in flight: " + engine.report(Scratch.SOON).orElseThrow().inFlight());
        }
    }

    private static Engine open(Path home) {
        return Engine.open(
                SqliteStore.open(home),
                options -> options.machines(FORMAT).drain(Duration.ofMillis(100)));
    }
}
