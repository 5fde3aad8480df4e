package dev.pawl.examples;

import dev.pawl.engine.Command;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Operators;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Retry;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import java.time.Duration;

/// A cancelled run stops its body, cleans up and then ends; its history shows each step.
final class CancelAndCleanup {
    record Build(String project) {}

    record Artifact(String path) {}

    static final Machine<Build, Artifact> BUILD =
            Machine.named("build", Build.class, Artifact.class)
                    .step("compile", CancelAndCleanup::compile)
                    .cleanup(
                            CancelAndCleanup::removeTemporaryFiles,
                            c -> c.retry(Retry.fixed(3)).timeout(Duration.ofSeconds(10)))
                    .build();

    static Outcome<Artifact> compile(Attempt<Build, Artifact> attempt) throws Exception {
        attempt.report("12 of 400 files");
        Thread.sleep(Duration.ofMinutes(1));
        return attempt.next(new Artifact("never"));
    }

    static Outcome<Artifact> removeTemporaryFiles(Attempt<Build, Artifact> attempt) {
        IO.println("removing what " + attempt.request().project() + " left");
        return attempt.next();
    }

    static void main(String... args) throws Exception {
        try (Engine engine = Engine.open(SqliteStore.open(Scratch.home(args)), BUILD)) {
            RunId id = engine.start(BUILD.start(new Build("pawl")));
            Scratch.until(engine, id, RunStatus.RUNNING);
            var ana = new Operators.By("ana", "the branch is gone");
            engine.operators().order(id, new Command.Cancel(), ana);
            IO.println(Scratch.end(engine, id).status());
            engine.history(id, 0, 100)
                    .forEach(e ->
                            IO.println("%s by %s: %s".formatted(e.kind(), e.actor(), e.detail())));
        }
    }
}
