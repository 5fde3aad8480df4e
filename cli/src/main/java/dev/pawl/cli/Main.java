package dev.pawl.cli;

import dev.pawl.cli.screen.Paint;
import dev.pawl.cli.shell.Shell;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/// The `pawl` command.
public final class Main {
    /// The exit code of a process that SIGINT ended.
    private static final int INTERRUPTED = 130;

    private Main() {}

    /// Runs the command line and exits with its code.
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        Shell shell =
                new Shell(out, err, Paint.ofTerminal(), System::getenv, CommandLines.causes());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(shell)));
        int code = new CommandLines(shell).execute(args);
        out.flush();
        shell.shutdown.dismiss();
        System.exit(code);
    }

    /// Stops the running command gracefully after the first signal and exits with its code. A
    /// second signal ends the process at once: its work is durable.
    private static void end(Shell shell) {
        OptionalInt code;
        try (SecondSignal _ = SecondSignal.watch(() -> Runtime.getRuntime().halt(INTERRUPTED))) {
            code = shell.shutdown.requestAndAwait();
        }
        shell.out.flush();
        if (code.isPresent()) Runtime.getRuntime().halt(code.getAsInt());
    }
}
