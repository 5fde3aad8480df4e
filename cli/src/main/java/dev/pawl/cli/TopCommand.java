package dev.pawl.cli;

import dev.pawl.cli.screen.Screen;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.ControlException;
import dev.pawl.engine.store.StoreException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Shows live runs, limits and errors, refreshed every second.
@Command(
        name = "top",
        description = {
            "Shows live runs, queues, pools and errors, refreshed every second.",
            "Press q or Ctrl-C to quit."
        },
        footer = {"", "Examples:", "  pawl top", "  pawl top --once", "  pawl top --json"})
final class TopCommand implements Callable<Integer> {
    private static final Duration REFRESH = Duration.ofSeconds(1);
    private static final Duration KEY_EVERY = Duration.ofMillis(50);

    private final Shell shell;

    @Option(names = "--once", description = "Print once and exit (default without a terminal).")
    boolean once;

    TopCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        // Before the screen is cleared: without a store, only the error is shown.
        TopView first = TopView.of(shell);
        if (shell.json) return shell.json(first.json());
        if (once || !shell.paint.isTerminal()) {
            first.print(shell, shell.out);
            return ExitCode.OK;
        }
        try (Screen screen = Screen.enter(shell.out)) {
            watch(screen);
        }
        return ExitCode.OK;
    }

    private void watch(Screen screen) throws IOException, InterruptedException {
        while (true) {
            screen.show(lines(), shell.paint.faint("q quits"));
            Instant next = shell.now().plus(REFRESH);
            while (shell.now().isBefore(next)) {
                int key = screen.key();
                if (key == 'q' || key == 'Q') return;
                Thread.sleep(KEY_EVERY);
            }
        }
    }

    /// Returns the current view, or the error: an engine that just closes or opens does not end the
    /// command.
    private List<String> lines() {
        try {
            StringWriter text = new StringWriter();
            PrintWriter writer = new PrintWriter(text);
            TopView.of(shell).print(shell, writer);
            writer.flush();
            return text.toString().lines().toList();
        } catch (ControlException | StoreException e) {
            return List.of(shell.paint.red(String.valueOf(e.getMessage())));
        }
    }
}
