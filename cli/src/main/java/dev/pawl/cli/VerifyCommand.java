package dev.pawl.cli;

import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.Control;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;

/// Checks the store.
@Command(
        name = "verify",
        description = {
            "Checks the store's invariants and every run's history; prints what is wrong.",
            "The exit code is 1 if anything is."
        })
final class VerifyCommand implements Callable<Integer> {
    private final Shell shell;

    VerifyCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        List<String> problems;
        Instant began = shell.now();
        CountDownLatch done = new CountDownLatch(1);
        Thread progress = Thread.ofVirtual().start(() -> tell(done));
        try (Control control = shell.open()) {
            problems = control.verify();
        } finally {
            done.countDown();
            join(progress);
        }
        if (shell.json) {
            shell.json(new Finding(problems.isEmpty(), problems));
        } else if (problems.isEmpty()) {
            String took = Words.brief(Duration.between(began, shell.now()));
            shell.say(shell.paint.green("The store is sound") + " (checked in " + took + ").");
        } else {
            problems.forEach(shell::say);
            shell.say(shell.paint.red(Words.count(problems.size(), "problem") + "."));
        }
        return problems.isEmpty() ? ExitCode.OK : ExitCode.NO;
    }

    /// Tells each second that it still goes on.
    private void tell(CountDownLatch done) {
        if (shell.json) return;
        try {
            for (int seconds = 1; !done.await(1, TimeUnit.SECONDS); seconds++) {
                if (shell.paint.isTerminal()) {
                    shell.err.print("\rchecking the store, %d s… ".formatted(seconds));
                    shell.err.flush();
                } else if (seconds == 1) {
                    shell.err.println("checking the store…");
                }
            }
            if (shell.paint.isTerminal()) {
                shell.err.print("\r\u001b[K");
                shell.err.flush();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    record Finding(boolean ok, List<String> problems) {}
}
