package dev.pawl.cli;

import dev.pawl.cli.screen.Paint;
import dev.pawl.cli.shell.Shell;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/// The `pawl` command.
public final class Main {
    /// What a shell says of a process that SIGINT ended.
    private static final int INTERRUPTED = 130;

    private Main() {}

    /// Runs the command line and exits with its code.
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        Shell shell = new Shell(out, err, Paint.ofTerminal(), System::getenv);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(shell)));
        int code = new Commands(shell).execute(args);
        out.flush();
        shell.ending.settle();
        System.exit(code);
    }

    /// Lets what runs end in order when the process is asked to, and exits with its own code. Asked
    /// a second time, the process ends at once: what it did is durable.
    private static void end(Shell shell) {
        OptionalInt code;
        try (SecondSignal _ = SecondSignal.watch(() -> Runtime.getRuntime().halt(INTERRUPTED))) {
            code = shell.ending.ask();
        }
        shell.out.flush();
        if (code.isPresent()) Runtime.getRuntime().halt(code.getAsInt());
    }
}
