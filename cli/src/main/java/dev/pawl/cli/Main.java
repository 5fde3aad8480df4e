package dev.pawl.cli;

import dev.pawl.cli.screen.Paint;
import dev.pawl.cli.screen.SecondInterrupt;
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

    /// Lets what runs end in order when the process is asked to, and exits with its own code.
    private static void end(Shell shell) {
        boolean watched = shell.ending.isBegun() && shell.paint.isTerminal();
        OptionalInt code = watched ? endAtTerminal(shell) : shell.ending.ask();
        shell.out.flush();
        if (code.isPresent()) Runtime.getRuntime().halt(code.getAsInt());
    }

    /// Lets a second Ctrl-C end at once what the first one lets end in order.
    private static OptionalInt endAtTerminal(Shell shell) {
        SecondInterrupt second =
                SecondInterrupt.listen(() -> Runtime.getRuntime().halt(INTERRUPTED));
        try {
            return shell.ending.ask();
        } finally {
            second.close();
        }
    }
}
