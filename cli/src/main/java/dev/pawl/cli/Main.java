package dev.pawl.cli;

import dev.pawl.cli.screen.Paint;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/// The `pawl` command.
public final class Main {
    private Main() {}

    /// Runs the command line and exits with its code.
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int code = new Commands(new Shell(out, err, Paint.ofTerminal())).execute(args);
        out.flush();
        System.exit(code);
    }
}
