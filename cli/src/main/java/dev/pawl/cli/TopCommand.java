package dev.pawl.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Shows what is going on, again each second.
@Command(
        name = "top",
        description = "Shows what is going on, again each second, until q or Ctrl-C.",
        footer = {"", "Examples:", "  pawl top", "  pawl top --once", "  pawl top --json"})
final class TopCommand implements Callable<Integer> {
    private static final Duration REFRESH = Duration.ofSeconds(1);
    private static final Duration KEY_EVERY = Duration.ofMillis(50);
    private static final String CLEAR = "\u001b[H\u001b[J";
    private static final String HIDE_CURSOR = "\u001b[?25l";
    private static final String SHOW_CURSOR = "\u001b[?25h";

    private final Shell shell;

    @Option(names = "--once", description = "Show it once; so it is where there is no terminal.")
    boolean once;

    TopCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (shell.json) return shell.json(Snapshot.of(shell).json());
        if (once || !shell.paint.isTerminal()) {
            Snapshot.of(shell).print(shell, shell.out);
            return ExitCode.OK;
        }
        stty("-icanon", "-echo");
        Runtime.getRuntime().addShutdownHook(new Thread(this::restore));
        shell.out.print(HIDE_CURSOR);
        try {
            watch();
        } finally {
            restore();
        }
        return ExitCode.OK;
    }

    private void watch() throws IOException, InterruptedException {
        while (true) {
            shell.out.print(CLEAR + screen());
            shell.out.flush();
            Instant next = shell.now().plus(REFRESH);
            while (shell.now().isBefore(next)) {
                int key = System.in.available() > 0 ? System.in.read() : 0;
                if (key == 'q' || key == 'Q') return;
                Thread.sleep(KEY_EVERY);
            }
        }
    }

    /// Returns the whole screen as one text, so that it does not flicker.
    private String screen() {
        StringWriter text = new StringWriter();
        PrintWriter writer = new PrintWriter(text);
        Snapshot.of(shell).print(shell, writer);
        writer.println();
        writer.println(shell.paint.faint("q ends this"));
        writer.flush();
        return text.toString();
    }

    private void restore() {
        stty("icanon", "echo");
        shell.out.print(SHOW_CURSOR);
        shell.out.flush();
    }

    /// Sets the terminal; without the program for it, q needs a return key after it.
    private static void stty(String... modes) {
        try {
            String command = "stty " + String.join(" ", modes) + " < /dev/tty 2> /dev/null";
            new ProcessBuilder("sh", "-c", command).start().waitFor();
        } catch (IOException _) {
            // There is none; everything else works.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
