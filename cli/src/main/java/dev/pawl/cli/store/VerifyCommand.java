package dev.pawl.cli.store;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.ControlRequest.VerifyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;

/// Verifies the store.
@Command(
        name = "verify",
        description = {
            "Verifies the invariants of the store and the history of every run.",
            "Prints every problem; the exit code is 1 if there is one."
        })
final class VerifyCommand implements Callable<Integer> {
    private final Shell shell;

    VerifyCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        List<String> problems;
        Instant startedAt = shell.now();
        CountDownLatch done = new CountDownLatch(1);
        Thread progress = Thread.ofVirtual().start(() -> showProgress(done));
        try {
            problems = shell.execute(new VerifyStore());
        } finally {
            done.countDown();
            join(progress);
        }
        if (shell.json) {
            shell.json(new Finding(problems.isEmpty(), problems));
        } else if (problems.isEmpty()) {
            String took = HumanText.brief(Duration.between(startedAt, shell.now()));
            shell.say(shell.paint.green("The store is consistent") + " (" + took + ").");
        } else {
            problems.forEach(shell::say);
            shell.say(shell.paint.red(HumanText.count(problems.size(), "problem") + "."));
        }
        return problems.isEmpty() ? ExitCode.OK : ExitCode.NO;
    }

    /// Shows every second that the verification still runs.
    private void showProgress(CountDownLatch done) {
        if (shell.json) return;
        try {
            for (int seconds = 1; !done.await(1, TimeUnit.SECONDS); seconds++) {
                if (shell.paint.isTerminal()) {
                    shell.err.print("\rverifying the store, %d s… ".formatted(seconds));
                    shell.err.flush();
                } else if (seconds == 1) {
                    shell.err.println("verifying the store…");
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
