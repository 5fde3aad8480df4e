package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.MemoryStore;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.run.RunId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// What each state leaves behind and what a crash in it leads to, written down and executed.
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
                                            Recovery.skip().persists("the file"),
                                            RecoveryContract::isAllocated))
                    .step(
                            "format",
                            a -> a.next(),
                            s ->
                                    s.recovery(
                                            Recovery.cleanup("allocate").note("half a format"),
                                            RecoveryContract::remove))
                    .build();

    static Outcome<Ready> allocate(Attempt<Disk, Ready> attempt) throws Exception {
        Files.writeString(Path.of(attempt.request().file()), "disk");
        // The process dies here: the file is there, and nothing says so.
        if (attempt.replay() == Attempt.Replay.FIRST) Thread.sleep(Duration.ofMinutes(1));
        return attempt.next(new Ready("allocated twice"));
    }

    static Outcome<Ready> isAllocated(Attempt<Disk, Ready> attempt) {
        boolean done = Files.exists(Path.of(attempt.request().file()));
        return done ? attempt.next(new Ready("allocated once")) : attempt.redo();
    }

    static Outcome<Ready> remove(Attempt<Disk, Ready> attempt) throws Exception {
        Files.deleteIfExists(Path.of(attempt.request().file()));
        return attempt.goTo("allocate");
    }

    static void main(String... args) throws Exception {
        IO.println(FORMAT.contractTable());
        Path file = Files.createDirectories(Scratch.home(args)).resolve("disk");
        MemoryStore first = new MemoryStore();
        Engine dying = Engine.open(first, FORMAT);
        RunId id = dying.start(FORMAT.start(new Disk(file.toString())));
        while (!Files.exists(file)) Thread.onSpinWait();
        // A second store over the same contents is what a new process finds.
        try (Engine engine = Engine.open(MemoryStore.on(first.disk()), FORMAT)) {
            IO.println(engine.await(FORMAT, id, Scratch.SOON));
            IO.println("in flight: " + engine.report(Scratch.SOON).orElseThrow().inFlight());
        }
    }
}
