package dev.pawl.cli.shell;

import dev.pawl.cli.screen.Paint;
import dev.pawl.cli.screen.PassingLine;
import dev.pawl.cli.screen.Secrets;
import dev.pawl.cli.screen.Table;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.Json;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/// What every command is given: where to print, where the store is, and how to talk to it.
public final class Shell {
    public static final String SCHEMA = "pawl";

    private static final Path DEFAULT_HOME = Path.of(".pawl");

    public final PrintWriter out;
    public final PrintWriter err;
    public final Paint paint;

    /// What is done when the process is asked to end.
    public final Ending ending = new Ending();

    private final UnaryOperator<@Nullable String> environment;

    @Option(
            names = "--home",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "The store's directory (default: .pawl).")
    public @Nullable Path chosenHome;

    @Option(
            names = "--store",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            description = {
                "The store's database in place of a directory, such as"
                        + " jdbc:postgresql://host/database (default: PAWL_STORE).",
                "User and password may be in it, or in PGUSER and PGPASSWORD."
            })
    public @Nullable String chosenStore;

    @Option(
            names = "--schema",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description = "The schema of the database (default: PAWL_SCHEMA, or pawl).")
    public @Nullable String chosenSchema;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print JSON for programs.")
    public boolean json;

    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "Print the stack trace of an error.")
    public boolean debug;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Tell what this command does.")
    boolean help;

    public Shell(
            PrintWriter out,
            PrintWriter err,
            Paint paint,
            UnaryOperator<@Nullable String> environment) {
        this.out = out;
        this.err = err;
        this.paint = paint;
        this.environment = environment;
    }

    public Path home() {
        return chosenHome == null ? DEFAULT_HOME : chosenHome;
    }

    /// Returns where the store is.
    public Place place() {
        if (chosenHome != null && chosenStore != null) {
            throw Trouble.usage(
                    "--home and --store exclude each other: a store is in a directory or in a"
                            + " database");
        }
        String url = chosenStore == null ? environment.apply("PAWL_STORE") : chosenStore;
        if (chosenHome == null && url != null && !url.isEmpty()) return database(url, chosenSchema);
        if (chosenSchema == null) return new Place.Home(home());
        throw Trouble.usage("--schema belongs to a database: name that with --store URL");
    }

    /// Returns the place that an argument names: an address of a database, or a directory.
    public Place place(String text, @Nullable String schema) {
        if (text.startsWith(Place.DATABASE)) return database(text, schema);
        if (schema == null) return new Place.Home(Path.of(text));
        throw Trouble.usage("%s is a directory, and has no schema %s".formatted(text, schema));
    }

    private Place database(String url, @Nullable String schema) {
        String told = schema == null ? environment.apply("PAWL_SCHEMA") : schema;
        return new Place.Database(
                url,
                told == null || told.isEmpty() ? SCHEMA : told,
                environment.apply("PGUSER"),
                environment.apply("PGPASSWORD"));
    }

    /// Throws if the store was said to be in a database, where a command has one of its own.
    public void requireNoDatabase(String why) {
        if (chosenStore != null || chosenSchema != null) {
            throw Trouble.usage("%s: --store and --schema are not for it".formatted(why));
        }
    }

    /// Returns the control of the running engine, or of the store if there is none, or if nodes
    /// share it.
    public Control open() {
        Place place = place();
        place.require();
        return place.control();
    }

    /// Prints the JSON of a value.
    public int json(Object value) {
        out.println(Json.pretty(value));
        return ExitCode.OK;
    }

    public void say(String line) {
        out.println(line);
    }

    /// Says something beside the answer.
    public void warn(String words) {
        String shown = Secrets.masked(words);
        err.println(json ? Json.line(Map.of("warning", shown)) : "pawl: " + shown);
    }

    public Table table(String... head) {
        return new Table(paint, head);
    }

    /// Prints a table, or says what it means that it has no rows.
    public void show(Table table, String nothing) {
        if (table.isEmpty()) say(nothing);
        else table.print(out);
    }

    /// Returns a line that says what goes on; nothing where a program reads.
    public PassingLine passingLine() {
        return new PassingLine(err, paint.isTerminal() && !json);
    }

    public Instant now() {
        return Instant.now();
    }

    /// How a command that runs until it is told to stop is told, by a signal or by trouble.
    public static final class Ending {
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch over = new CountDownLatch(1);
        private volatile boolean begun;
        private volatile int code;

        /// Says that such a command runs.
        public void begin() {
            begun = true;
        }

        /// Returns whether such a command runs.
        public boolean isBegun() {
            return begun;
        }

        /// Waits until somebody wants it to stop.
        public void await() throws InterruptedException {
            asked.await();
        }

        /// Wants it to stop and to exit with a code.
        public void want(int exitCode) {
            if (exitCode != ExitCode.OK) code = exitCode;
            asked.countDown();
        }

        /// Returns whether somebody wants it to stop.
        public boolean isWanted() {
            return asked.getCount() == 0;
        }

        /// Returns whether somebody wants it to stop, and waits a while for that.
        public boolean isWantedWithin(Duration atMost) throws InterruptedException {
            return asked.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
        }

        /// Says that it has stopped.
        public void done() {
            over.countDown();
        }

        /// Says that no such command runs any more: the process ends by itself, with its own code.
        public void settle() {
            begun = false;
        }

        public int code() {
            return code;
        }

        /// Wants the command to stop, waits until it has, and returns its exit code; empty if no
        /// such command runs.
        public OptionalInt ask() {
            if (!begun) return OptionalInt.empty();
            want(ExitCode.OK);
            try {
                over.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            return OptionalInt.of(code);
        }
    }
}
