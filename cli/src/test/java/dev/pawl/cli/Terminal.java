package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.screen.Paint;
import dev.pawl.cli.shell.Shell;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Executes command lines as `main` does, each with the options that name the store, and captures
/// what they print.
record Terminal(List<String> options, Map<String, String> environment) {

    Terminal(Path home) {
        this("--home", home.toString());
    }

    Terminal(String... options) {
        this(List.of(options), Map.of());
    }

    Answer run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Shell shell =
                new Shell(
                        new PrintWriter(out),
                        new PrintWriter(err),
                        Paint.NONE,
                        environment::get,
                        CommandLines.causes());
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(options);
        int code = new CommandLines(shell).execute(all.toArray(String[]::new));
        shell.err.flush();
        return new Answer(code, out.toString(), err.toString());
    }

    /// Returns the output of a command that must succeed.
    String ok(String... args) {
        Answer answer = run(args);
        assertThat(answer.err()).isEmpty();
        assertThat(answer.code()).isZero();
        return answer.out();
    }

    /// Returns the id of the run that a command starts.
    String started(String... args) {
        return ok(args).replaceFirst("(?s)^Started run (\\w{13}) .*", "$1");
    }

    record Answer(int code, String out, String err) {}
}
