package dev.pawl.examples;

import dev.pawl.engine.CrashReport;
import dev.pawl.engine.Engine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.MachineBuilder;
import dev.pawl.machine.Outcome;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;

/// Kills a process in the middle of a run with SIGKILL, and resumes the run in this one.
final class CrashAndResume {
    private static final int STEPS = 5;

    record Work(String name) {}

    record Sum(int steps) {}

    static final Machine<Work, Sum> WORK = work();

    private static Machine<Work, Sum> work() {
        MachineBuilder<Work, Sum> machine = Machine.named("work", Work.class, Sum.class);
        for (int i = 1; i <= STEPS; i++) machine.step("step-" + i, CrashAndResume::step);
        return machine.build();
    }

    static Outcome<Sum> step(Attempt<Work, Sum> attempt) throws InterruptedException {
        int number = attempt.response().map(Sum::steps).orElse(0) + 1;
        IO.println("step %d, attempt %d, %s".formatted(number, attempt.number(), attempt.replay()));
        Thread.sleep(Duration.ofMillis(50));
        return attempt.next(new Sum(number))
                .writing(tx -> {
                    tx.update("create table if not exists done (step integer)");
                    tx.update("insert into done values (?)", number);
                });
    }

    static void main(String... args) throws Exception {
        Path home = Scratch.home(args);
        if (args.length > 1) {
            runToTheEnd(home);
            return;
        }
        killInStepThree(home);
        IO.println("killed; the work resumes in another process");
        runToTheEnd(home);
        IO.println(SqliteStore.rows(home, "select count(*), sum(step) from done").rows());
    }

    private static void runToTheEnd(Path home) throws InterruptedException {
        try (Engine engine = Engine.open(SqliteStore.open(home), WORK)) {
            RunId id = engine.start(WORK.start(new Work("five steps")).idempotency("the work"));
            IO.println(engine.await(WORK, id, Scratch.SOON));
            CrashReport report = engine.report(Scratch.SOON).orElseThrow();
            IO.println(
                    "crashed before: %s, repeated: %d"
                            .formatted(report.crashed(), report.repeated()));
        }
    }

    private static void killInStepThree(Path home) throws Exception {
        Process child =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                CrashAndResume.class.getName(),
                                home.toString(),
                                "child")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (BufferedReader output = child.inputReader()) {
            String line = output.readLine();
            while (line != null && !line.startsWith("step 3")) line = output.readLine();
        } finally {
            child.destroyForcibly();
            child.waitFor();
        }
    }
}
