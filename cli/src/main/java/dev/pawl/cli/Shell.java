package dev.pawl.cli;

import dev.pawl.cli.screen.Paint;
import dev.pawl.cli.screen.Table;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlClient;
import dev.pawl.engine.control.Json;
import dev.pawl.store.SqliteStore;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/// What every command is given: where to print, where the store is, and how to talk to it.
final class Shell {
    private static final Path DEFAULT_HOME = Path.of(".pawl");

    final PrintWriter out;
    final PrintWriter err;
    final Paint paint;

    @Option(
            names = "--home",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "The store's directory (default: .pawl).")
    @Nullable Path chosenHome;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print JSON for programs.")
    boolean json;

    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "Print the stack trace of an error.")
    boolean debug;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Tell what this command does.")
    boolean help;

    Shell(PrintWriter out, PrintWriter err, Paint paint) {
        this.out = out;
        this.err = err;
        this.paint = paint;
    }

    Path home() {
        return chosenHome == null ? DEFAULT_HOME : chosenHome;
    }

    /// Returns the control of the running engine, or of the store if there is none.
    Control open() {
        requireStore();
        Optional<ControlClient> live = ControlClient.connect(home());
        return live.isPresent() ? live.get() : offline();
    }

    private Control offline() {
        Path home = home();
        return Control.offline(() -> SqliteStore.openReadOnly(home), () -> SqliteStore.open(home));
    }

    /// Throws unless there is a store.
    void requireStore() {
        if (Files.isRegularFile(home().resolve("pawl.db"))) return;
        if (Files.isRegularFile(home())) {
            throw Trouble.usage(
                    "--home is the directory of a store, and %s is a file".formatted(home()));
        }
        throw Trouble.store(
                "no store in %s: make one with `pawl demo --home %s`, or pass --home DIR"
                        .formatted(home(), home()));
    }

    /// Prints the JSON of a value.
    int json(Object value) {
        out.println(Json.pretty(value));
        return ExitCode.OK;
    }

    void say(String line) {
        out.println(line);
    }

    /// Says something beside the answer.
    void warn(String words) {
        err.println(json ? Json.line(Map.of("warning", words)) : "pawl: " + words);
    }

    Table table(String... head) {
        return new Table(paint, head);
    }

    Instant now() {
        return Instant.now();
    }
}
